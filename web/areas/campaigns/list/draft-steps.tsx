import { Link } from '@tanstack/react-router'
import { plainFieldOf } from '#contract/campaigns/field-names.ts'
import type { Draft, SetupStep } from '#contract/campaigns/ready.ts'
import { guard } from '#contract/guards/guard.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule, type ModulePlace } from '../../../session/module.ts'
import { clientPath } from '../../companies/paths.ts'
import { blockerTexts } from '../names.ts'
import { campaignPath, editPath } from '../paths.ts'
import styles from './drafts.module.css'

type Way = { to: string; hash?: string }

/** What a draft's setup lacks, each a link to the place where it is done, as far as whoever looks may go there. */
export function DraftSteps({ draft }: { draft: Draft }) {
  const t = useT()
  const me = useMe()
  const module = useModule()
  if (draft.steps.length === 0) return null
  return (
    <ul className={styles.steps} aria-label={t('What is missing')}>
      {draft.steps.map((step) => {
        const way = wayTo(step, draft, module)
        const text = textOf(step)
        return (
          <li key={`${step.kind} ${step.field}`} data-needed={step.needed}>
            {way && guard(me.standing, way.to).kind === 'shown' ? <Link {...way}>{t(text)}</Link> : t(text)}
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
    // Agreements are asked for where the product begins, payments in a notice over every page.
    case 'agreement':
    case 'payment':
      return null
  }
}
