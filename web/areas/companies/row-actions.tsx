import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconCoin,
  IconEye,
  IconLogout,
  IconMailForward,
  IconPencil,
  IconTrash,
  IconUserDollar,
  type Icon,
} from '@tabler/icons-react'
import { resendInvitation } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { useAction } from '../../api/hooks.ts'
import { BillingIcons, PaymentFailedIcon } from '../billing/row-icons.tsx'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import styles from './companies.module.css'

/** What a row's actions open. */
export type RowActions = Readonly<
  Record<'onView' | 'onEdit' | 'onSales' | 'onCost' | 'onRemove' | 'onSignOut', (row: CompanyRow) => void>
>

/** The actions of a company's row (R189), each only where the server would allow it. */
export function RowActionIcons({ row, actions }: { row: CompanyRow; actions: RowActions }) {
  const t = useT()
  const me = useMe()
  const resend = useAction(resendInvitation, {
    invalidates: [listCompanies],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  if (!row.id) return null
  const values = { name: isolate(row.company_name) }
  const may = (permission: 'settings.create' | 'settings.update' | 'settings.delete'): boolean =>
    me.may(permission) && me.viewEndsAt === null
  return (
    <span className={styles.actions}>
      {me.kind === 'rootSystem' && (
        <RowIcon
          icon={IconEye}
          label={t('View as {name}', { name: isolate(row.name) })}
          onClick={() => actions.onView(row)}
        />
      )}
      {may('settings.update') && (
        <RowIcon icon={IconPencil} label={t('Edit {name}', values)} onClick={() => actions.onEdit(row)} />
      )}
      {/* R190: orange once somebody is assigned. */}
      {me.side === 'root' && row.user_type === 'userdownline' && may('settings.update') && (
        <RowIcon
          icon={IconUserDollar}
          color={row.salesrepid || row.accountexecutiveid || row.accountrefid ? 'orange' : undefined}
          label={t('Set Sales Person for {name}', values)}
          onClick={() => actions.onSales(row)}
        />
      )}
      {/* C070: what an agency pays is its operator's to set. */}
      {(me.kind === 'rootSystem' || me.kind === 'rootAdmin') &&
        row.user_type === 'userdownline' &&
        may('settings.update') && (
          <RowIcon icon={IconCoin} label={t('Set Cost for {name}', values)} onClick={() => actions.onCost(row)} />
        )}
      <BillingIcons row={row} />
      {may('settings.create') && row.status === 'invited' && (
        <RowIcon
          icon={IconMailForward}
          label={t('Send {name} the invitation again', values)}
          onClick={() =>
            resend.mutate(
              { body: { companyID: row.company_id, ClientID: row.id! } },
              { onError: (failure) => notifyFailed(t(failure.message)) },
            )
          }
        />
      )}
      {(me.kind === 'rootSystem' || me.kind === 'agencyOwner') &&
        me.viewEndsAt === null &&
        row.status !== 'invited' && (
          <RowIcon
            icon={IconLogout}
            label={t('Sign {name} out everywhere', { name: isolate(row.name) })}
            onClick={() => actions.onSignOut(row)}
          />
        )}
      {may('settings.delete') && (
        <RowIcon icon={IconTrash} label={t('Delete {name}', values)} onClick={() => actions.onRemove(row)} />
      )}
      <PaymentFailedIcon row={row} />
    </span>
  )
}

type RowIconProps = { icon: Icon; label: string; color?: string | undefined; onClick: () => void }

function RowIcon({ icon: Sign, label, color, onClick }: RowIconProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} color={color} onClick={onClick}>
        <Sign size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
