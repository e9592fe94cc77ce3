import {
  IconCode,
  IconCoin,
  IconEye,
  IconListDetails,
  IconPencil,
  IconTrash,
  IconUserDollar,
} from '@tabler/icons-react'
import type { Permission } from '#contract/core/access.ts'
import type { CompanyRow } from '#contract/tenants/companies.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { RowIcon } from '../billing/row-icon.tsx'
import { BillingIcons, PaymentFailedIcon } from '../billing/row-icons.tsx'
import styles from './companies.module.css'
import { developerColors, developerState, developerTexts } from './developer-state.ts'
import { RowMenu } from './row-menu.tsx'

/** What a row's actions open: a dialog, or the form below it. */
export type RowAction = 'view' | 'edit' | 'cost' | 'developer' | 'sales' | 'remove' | 'logs' | 'signOut'
export type OpenAction = (action: RowAction, row: CompanyRow) => void

type RowActionsProps = { row: CompanyRow; onOpen: OpenAction }

/** The actions of a company's row in R189's order, each only where the server would allow it. */
export function RowActionIcons({ row, onOpen }: RowActionsProps) {
  const t = useT()
  const me = useMe()
  if (!row.id) return null
  const values = { name: isolate(row.company_name) }
  const may = (permission: Permission): boolean => me.may(permission) && me.viewEndsAt === null
  // R148, R151: account executives view as, edit and set costs, and have no other action.
  const isExecutive = me.kind === 'accountExecutive'
  const isAgency = row.user_type === 'userdownline'
  const isOperator = me.kind === 'rootSystem' || me.kind === 'rootAdmin'
  return (
    <span className={styles.actions}>
      {(me.kind === 'rootSystem' || isExecutive) && (
        <RowIcon
          icon={IconEye}
          label={t('View as {name}', { name: isolate(row.name) })}
          onClick={() => onOpen('view', row)}
        />
      )}
      {(may('settings.update') || isExecutive) && (
        <>
          <RowIcon icon={IconPencil} label={t('Edit {name}', values)} onClick={() => onOpen('edit', row)} />
          <RowIcon icon={IconCoin} label={t('Set Cost for {name}', values)} onClick={() => onOpen('cost', row)} />
        </>
      )}
      <BillingIcons row={row} />
      {/* R153: the operator's, on its own tree. */}
      {isOperator && isAgency && me.viewEndsAt === null && <DeveloperIcon row={row} onOpen={onOpen} />}
      {/* R190: orange once somebody is assigned. R152: system users only. */}
      {isOperator && isAgency && may('settings.update') && (
        <RowIcon
          icon={IconUserDollar}
          color={row.salesrepid || row.accountexecutiveid || row.accountrefid ? 'orange' : 'gray'}
          label={t('Set Sales Person for {name}', values)}
          onClick={() => onOpen('sales', row)}
        />
      )}
      {may('settings.delete') && (
        <RowIcon icon={IconTrash} label={t('Delete {name}', values)} onClick={() => onOpen('remove', row)} />
      )}
      {may('settings.enable') && !isExecutive && (
        <RowIcon icon={IconListDetails} label={t('User logs of {name}', values)} onClick={() => onOpen('logs', row)} />
      )}
      <PaymentFailedIcon row={row} />
      <RowMenu row={row} onSignOut={() => onOpen('signOut', row)} />
    </span>
  )
}

function DeveloperIcon({ row, onOpen }: RowActionsProps) {
  const t = useT()
  const state = developerState(row)
  return (
    <RowIcon
      icon={IconCode}
      color={developerColors[state]}
      label={t('Developer API of {name}: {state}', {
        name: isolate(row.company_name),
        state: t(developerTexts[state]),
      })}
      onClick={() => onOpen('developer', row)}
    />
  )
}
