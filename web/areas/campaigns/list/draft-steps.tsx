import { Link } from '@tanstack/react-router'
import { plainFieldOf } from '#contract/campaigns/field-names.ts'
import type { Draft, SetupStep } from '#contract/campaigns/ready.ts'
import { guard } from '#contract/guards/guard.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule, type ModulePlace } from '../../../session/module.ts'
import { clientPath } from '../../../paths/companies.ts'
import { blockerTexts } from '../names.ts'
import { campaignPath, editPath } from '../../../paths/campaigns.ts'
import styles from './drafts.module.css'

type Way = { to: string; hash?: string }

/** Missing setup steps of a draft, each linked to where it is done if the user may open that page. */
export function DraftSteps({ draft }: { draft: Draft }) {
  const t = useT()
  const me = useMe()
  const module = useModule()
  if (draft.steps.length === 0) return null
  return (
    <ul className={styles.steps} aria-label={t('Missing steps')}>
      {draft.steps.map((step) => {
        const way = wayTo(step, draft, module)
        const text = textOf(step)
        return (
          <li key={`${step.kind} ${step.field}`} data-needed={step.needed}>
            {way && guard(me.access, way.to).kind === 'shown' ? <Link {...way}>{t(text)}</Link> : t(text)}
          </li>
        )
      })}
    </ul>
  )
}

const textOf = ({ field, message }: SetupStep): string => blockerTexts[plainFieldOf(field)] ?? message

function wayTo({ kind, field }: SetupStep, draft: Draft, module: ModulePlace): Way | null {
  switch (kind) {
    case 'field':
      return { to: editPath(module, draft.campaignId), hash: plainFieldOf(field) }
    case 'product':
      return { to: clientPath(draft.company_id) }
    case 'pixel':
      return { to: campaignPath(module, draft.campaignId), hash: 'install' }
    case 'delivery':
      return { to: campaignPath(module, draft.campaignId), hash: 'destinations' }
    // The module's first page asks for agreements, and a notice on every page asks for payment.
    case 'agreement':
    case 'payment':
      return null
  }
}
