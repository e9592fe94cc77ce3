import { suggestedContact } from '#contract/leads/lead.ts'
import { useT } from '../../i18n/texts.tsx'

/** Notes below a name that this person is not confirmed as the visitor; the title holds the full text. */
export function SuggestedNote() {
  const t = useT()
  return <span title={t(suggestedContact)}>{t(suggestedContact)}</span>
}
