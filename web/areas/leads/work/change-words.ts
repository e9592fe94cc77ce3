import type { LeadEntry } from '#contract/leads/lead-work.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import type { Format } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import type { Translate } from '../../../i18n/texts.tsx'
import type { Tone } from '../../../shells/status-badge.tsx'
import { statusOf } from './use-pipeline.ts'

interface Words {
  title: string
  note?: string
  tone?: Tone
}

interface Teller {
  /** Who changed it. */
  name: string
  pipeline: readonly LeadStatus[]
  t: Translate
  format: Format
}

/** An entry of a lead's history that is no note. Texts that were erased are left out. */
export function changeWords(entry: LeadEntry, teller: Teller): Words {
  const { name, t, format } = teller
  switch (entry.kind) {
    case 'assignee':
      return { title: assigneeWords(entry, teller) }
    case 'value':
      if (entry.to === null) return { title: t('{name} removed the value', { name }) }
      return { title: t('{name} set the value to {amount}', { name, amount: format.money(Number(entry.to)) }) }
    case 'next_action': {
      const date = isolate(entry.to === null ? '' : format.day(entry.to))
      const title =
        entry.to === null
          ? t('{name} cleared the next action', { name })
          : t('{name} planned the next action for {date}', { name, date })
      return { title, note: entry.text }
    }
    case 'next_action_done':
      return { title: t('{name} did the next action', { name }), note: entry.text, tone: 'ok' }
    case 'tags':
      return { title: t('{name} changed the tags', { name }), note: entry.text }
    default: {
      const status = statusOf(teller.pipeline, entry.to ?? '')
      return {
        title: t('{name} set the status to {status}', { name, status: isolate(t(status.name)) }),
        tone: status.tone,
      }
    }
  }
}

function assigneeWords({ to, to_name }: LeadEntry, { name, t }: Teller): string {
  if (to === null) return t('{name} assigned the lead to nobody', { name })
  return t('{name} assigned the lead to {assignee}', { name, assignee: isolate(to_name ?? t('Your agency')) })
}
