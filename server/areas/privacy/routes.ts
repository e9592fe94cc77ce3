import {
  decidePrivacyRequest,
  extendPrivacyRequest,
  listPrivacyRequests,
  readPrivacyRequest,
} from '#contract/privacy/requests.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleDecideRequest, handleExtendRequest, handleReadRequest } from './decide-requests.ts'
import { handleListRequests } from './list-requests.ts'

export const routes: Route[] = [
  bind(listPrivacyRequests, handleListRequests),
  bind(readPrivacyRequest, handleReadRequest),
  bind(extendPrivacyRequest, handleExtendRequest),
  bind(decidePrivacyRequest, handleDecideRequest),
]
