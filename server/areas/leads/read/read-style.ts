import type { Language } from '#contract/core/language.ts'
import type { LeadFileFormat } from '#contract/leads/leads.ts'
import { defaultPipeline } from '#contract/leads/pipeline.ts'
import type { Text } from '#i18n/arabic.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { readPipeline } from '../work/read-pipeline.ts'
import type { LineStyle } from './lead-lines.ts'
import { seesWholesale } from './present.ts'
import { shownColumns } from './shown-columns.ts'

/** How a file is asked for; the last three count only for files made for people. */
export interface AskedStyle {
  format: LeadFileFormat
  columns?: string
  language?: Language
  time_zone?: string
}

/** The style of a file of leads, with the words of its agency and its reader. */
export async function readStyle(
  tx: Tx,
  agencyId: string,
  caller: Pick<Caller, 'kind'>,
  { format, columns = '', language = 'en', time_zone = 'UTC' }: AskedStyle,
): Promise<LineStyle> {
  if (format === 'spreadsheet' || format === 'raw') return { caller, format }
  const say = await translatorOf(language)
  const usualNames = new Set(defaultPipeline.map(({ name }) => name))
  const pipeline = await readPipeline(tx, agencyId)
  const statuses = new Map(pipeline.map(({ key, name }) => [key, usualNames.has(name) ? say(name as Text) : name]))
  const list = shownColumns({ columns, timeZone: time_zone, isForClient: !seesWholesale(caller), say, statuses })
  return { caller, format: 'spreadsheet', shown: list }
}
