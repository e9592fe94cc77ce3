import {
  changeEventWebhook,
  createEventWebhook,
  listEventMessages,
  listEventWebhooks,
  removeEventWebhook,
  replayEventMessages,
  rotateEventSecret,
  testEventWebhook,
} from '#contract/integrations/event-webhooks.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import {
  handleChangeEventWebhook,
  handleCreateEventWebhook,
  handleListEventWebhooks,
  handleRemoveEventWebhook,
  handleRotateEventSecret,
} from './events/endpoints.ts'
import { handleListEventMessages, handleReplayEventMessages, handleTestEventWebhook } from './events/messages.ts'

export const eventRoutes: Route[] = [
  bind(listEventWebhooks, handleListEventWebhooks),
  bind(createEventWebhook, handleCreateEventWebhook),
  bind(changeEventWebhook, handleChangeEventWebhook),
  bind(removeEventWebhook, handleRemoveEventWebhook),
  bind(rotateEventSecret, handleRotateEventSecret),
  bind(testEventWebhook, handleTestEventWebhook),
  bind(listEventMessages, handleListEventMessages),
  bind(replayEventMessages, handleReplayEventMessages),
]
