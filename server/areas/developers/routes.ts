import { acceptAgreement, readAgreement } from '#contract/agreements/acceptances.ts'
import {
  createCredential,
  readCredentials,
  readDeveloperApi,
  readDeveloperClient,
  removeCredential,
  revealCredential,
} from '#contract/developers/credentials.ts'
import {
  changeEventWebhook,
  createEventWebhook,
  listEventMessages,
  listEventWebhooks,
  removeEventWebhook,
  replayEventMessages,
  rotateEventSecret,
  testEventWebhook,
} from '#contract/developers/event-webhooks.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import { listDeveloperRequests, readDeveloperUsage } from '#contract/developers/requests.ts'
import { issueDeveloperToken, issueSsoToken, validateSso } from '#contract/developers/sso.ts'
import { readSignature } from '#server/areas/branding/read-signature.ts'
import { notFound } from '#server/platform/failure.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/route.ts'
import { originOf } from './addresses.ts'
import { describeDeveloperApi } from './describe-api.ts'
import { handleRemoveCredential, handleRevealCredential } from './change-credential.ts'
import { handleCreateCredential } from './create-credential.ts'
import { handleIssueOauthToken } from './issue-oauth-token.ts'
import { handleIssueSsoToken } from './issue-sso-token.ts'
import { handleIssueDeveloperToken } from './issue-token.ts'
import { handleAcceptAgreement, handleReadAgreement } from './marketing-agreement.ts'
import { handleListDeveloperRequests } from './list-requests.ts'
import { handleReadDeveloperClient } from './read-client.ts'
import { handleReadCredentials } from './read-credentials.ts'
import { handleReadDeveloperUsage } from './read-usage.ts'
import { handleValidateSso } from './validate-sso.ts'
import {
  handleChangeEventWebhook,
  handleCreateEventWebhook,
  handleListEventWebhooks,
  handleRemoveEventWebhook,
  handleRotateEventSecret,
} from './webhooks/endpoints.ts'
import { handleListEventMessages, handleReplayEventMessages, handleTestEventWebhook } from './webhooks/messages.ts'

export const routes: Route[] = [
  bind(readAgreement, handleReadAgreement),
  bind(acceptAgreement, handleAcceptAgreement),
  bind(createCredential, handleCreateCredential),
  bind(readCredentials, handleReadCredentials),
  bind(revealCredential, handleRevealCredential),
  bind(removeCredential, handleRemoveCredential),
  bindOpen(readDeveloperApi, async (_input, { platform, host }) => {
    const signature = await readSignature(platform, host)
    if (!signature) throw notFound()
    return describeDeveloperApi(signature.name, originOf({ platform, host }))
  }),
  bindOpen(readDeveloperClient, handleReadDeveloperClient),
  bind(listDeveloperRequests, handleListDeveloperRequests),
  bind(readDeveloperUsage, handleReadDeveloperUsage),
  bind(listEventWebhooks, handleListEventWebhooks),
  bind(createEventWebhook, handleCreateEventWebhook),
  bind(changeEventWebhook, handleChangeEventWebhook),
  bind(removeEventWebhook, handleRemoveEventWebhook),
  bind(rotateEventSecret, handleRotateEventSecret),
  bind(testEventWebhook, handleTestEventWebhook),
  bind(listEventMessages, handleListEventMessages),
  bind(replayEventMessages, handleReplayEventMessages),
  bindOpen(issueOauthToken, handleIssueOauthToken),
  bindOpen(issueDeveloperToken, handleIssueDeveloperToken),
  bindOpen(issueSsoToken, handleIssueSsoToken),
  bindOpen(validateSso, handleValidateSso),
]
