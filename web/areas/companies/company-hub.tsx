import { Button } from '@mantine/core'
import { IconCoin, IconEye, IconListDetails, IconPencil, type Icon } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { isSales } from '#contract/guards/access-context.ts'
import type { CompanyDetail } from '#contract/companies/companies.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { PageHeader, type PageHeaderProps } from '../../shells/page-header.tsx'
import { leaveForm } from '../../shells/unsaved.ts'
import { Card } from '../../ui/card.tsx'
import styles from './companies.module.css'
import type { CompanyKind } from './company-form.ts'
import { CompanyTiles } from './company-tiles.tsx'
import { EditCompany } from './edit-company.tsx'
import { actionsOf, type RowAction } from './row-actions.tsx'
import { RowDialog, type OpenDialog } from './row-dialogs.tsx'

type HubAction = Extract<RowAction, 'view' | 'cost' | 'edit' | 'logs'>

/** The row's actions that are about the whole company, with the words for a button. */
const hubActions: readonly { action: HubAction; text: Text; icon: Icon }[] = [
  { action: 'view', text: msg('View as'), icon: IconEye },
  { action: 'logs', text: msg('User logs'), icon: IconListDetails },
  { action: 'cost', text: msg('Prices'), icon: IconCoin },
  { action: 'edit', text: msg('Edit'), icon: IconPencil },
]

type CompanyHubProps = PageHeaderProps & {
  kind: CompanyKind
  parentId: string
  companyId: string
  /** Undefined until it is read. */
  company: CompanyDetail | undefined
  /** Shown after the actions that every company has. */
  actions?: ReactNode
}

/** The top of a company's page: what can be done with it, and its figures and balance at a glance. */
export function CompanyHub({ kind, parentId, companyId, company, actions, ...header }: CompanyHubProps) {
  const [isEditing, setEditing] = useState(false)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const openAction = (action: RowAction, row: CompanyDetail): void => {
    if (action !== 'edit') setOpen({ action, row })
    else void leaveForm(null, () => setEditing((before) => !before))
  }
  return (
    <>
      <PageHeader
        {...header}
        actions={
          company && (
            <>
              <HubButtons company={company} onOpen={openAction} />
              {actions}
            </>
          )
        }
      />
      {isEditing && company && (
        <Card className={styles.glance}>
          <EditCompany kind={kind} parentId={parentId} companyId={companyId} onClose={() => setEditing(false)} />
        </Card>
      )}
      {open && <RowDialog open={open} onOpen={() => setEditing(true)} onClose={() => setOpen(null)} />}
      <CompanyTiles kind={kind} companyId={companyId} company={company} />
    </>
  )
}

type HubButtonsProps = { company: CompanyDetail; onOpen: (action: HubAction, row: CompanyDetail) => void }

function HubButtons({ company, onOpen }: HubButtonsProps) {
  const t = useT()
  const me = useMe()
  const rights = actionsOf(company, me, t)
  return (
    hubActions
      // Sales staff edit in the list, which knows the agency that they look after.
      .filter(({ action }) => company.id && rights[action] && !(action === 'edit' && isSales(me.access)))
      .map(({ action, text, icon: Sign }) => (
        <Button
          key={action}
          variant="default"
          leftSection={<Sign size={16} stroke={1.75} />}
          onClick={() => onOpen(action, company)}
        >
          {t(text)}
        </Button>
      ))
  )
}
