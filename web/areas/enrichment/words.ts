import type { Enrichment } from '#contract/enrichment/enrichments.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Tone } from '../../shells/status-badge.tsx'

/** A list's status. A matched list can be bought while its rows are kept and if it has any matches. */
export function stateOf({ status, people, has_rows }: Enrichment): { text: Text; tone: Tone } {
  if (status === 'matching') return { text: msg('Matching'), tone: 'info' }
  if (status === 'bought') return { text: msg('Purchased'), tone: 'ok' }
  if (has_rows === false) return { text: msg('Expired'), tone: 'plain' }
  return people > 0 ? { text: msg('Ready to purchase'), tone: 'warn' } : { text: msg('No matches'), tone: 'plain' }
}

export const canBuy = ({ status, people, has_rows }: Enrichment): boolean =>
  status === 'matched' && people > 0 && has_rows
export const canDownload = ({ status, has_rows }: Enrichment): boolean => status === 'bought' && has_rows
