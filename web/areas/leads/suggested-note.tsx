import { suggestedContact } from '#contract/leads/lead.ts'
import { useT } from '../../i18n/texts.tsx'

/** Says below a name that nobody knows whether it was they who came; whole when pointed at, where the line is cut. */
export function SuggestedNote() {
  const t = useT()
  return <span title={t(suggestedContact)}>{t(suggestedContact)}</span>
}
