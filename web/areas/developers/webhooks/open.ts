import type { EventEndpoint } from '#contract/developers/event-webhooks.ts'

/** The dialog open over the page. */
export type Open =
  | { kind: 'form'; endpoint: EventEndpoint | null }
  | { kind: 'secret'; secret: string }
  | { kind: 'newSecret' | 'remove' | 'messages'; endpoint: EventEndpoint }
