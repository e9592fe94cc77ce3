import type { EventEndpoint, EventMessage, EventType } from '#contract/developers/event-webhooks.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'
import type { Tone } from '../../../shells/status-badge.tsx'

export const eventTexts: Readonly<Record<EventType, Text>> = {
  'lead.created': msg('New lead'),
  'lead.updated': msg('Lead updated'),
  'lead.note_added': msg('Note added to a lead'),
  'campaign.status_changed': msg('Campaign started or paused'),
  'keyword_count.finished': msg('Keyword count finished'),
  'delivery.failed': msg('Delivery failed'),
}

export const typeTexts: Readonly<Record<EventMessage['type'], Text>> = {
  ...eventTexts,
  'webhook.test': msg('Test message'),
}

export const endpointStates: Readonly<Record<EventEndpoint['status'], { text: Text; tone: Tone }>> = {
  ok: { text: msg('Working'), tone: 'ok' },
  failing: { text: msg('Failing'), tone: 'warn' },
  disabled: { text: msg('Turned off'), tone: 'plain' },
}

export const messageStates: Readonly<Record<EventMessage['status'], { text: Text; tone: Tone }>> = {
  waiting: { text: msg('Waiting'), tone: 'plain' },
  delivered: { text: msg('Delivered'), tone: 'ok' },
  dead: { text: msg('Failed'), tone: 'bad' },
}
