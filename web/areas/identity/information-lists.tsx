import { Skeleton } from '@mantine/core'
import {
  informationGroups,
  listAdvanceInformation,
  listB2bInformation,
  listInformationTypes,
  type InformationGroup,
  type InformationType,
  type ShownInformation,
} from '#contract/identity/advance-information.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { InOrder } from '../../shells/in-order.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './import-page.module.css'

/** The information available about people beyond their identity, by product (C099 to C101). */
export function InformationLists() {
  const t = useT()
  const types = useCall(listInformationTypes, {})
  if (types.error && !types.data) return <FailureNote failure={types.error} onRetry={types.refetch} />
  if (!types.data) return <Skeleton height={320} radius="lg" />
  return (
    <div className={styles.lists}>
      <InOrder>
        {types.data.data.map(({ campaign_information_type: type, name, kinds, available }) => (
          <TitledCard key={type} title={name}>
            <p className={styles.about}>
              {t('{available} of {kinds} types of information are available. Percentages are of all people.', {
                available,
                kinds,
              })}
            </p>
            <Kinds type={type} />
          </TitledCard>
        ))}
      </InOrder>
    </div>
  )
}

const groupTexts: Readonly<Record<InformationGroup, Text>> = {
  person: msg('Person'),
  household: msg('Household'),
  money: msg('Money'),
  interests: msg('Interests'),
  work: msg('Work'),
  company: msg('Company'),
  other: msg('Other'),
}

function Kinds({ type }: { type: InformationType }) {
  const t = useT()
  const enhance = useCall(listAdvanceInformation, {}, { enabled: type === 'enhance' })
  const b2b = useCall(listB2bInformation, {}, { enabled: type === 'b2b' })
  const list = type === 'enhance' ? enhance : b2b
  if (list.error && !list.data) return <FailureNote failure={list.error} onRetry={list.refetch} />
  if (!list.data) return <Skeleton height={200} radius="md" />
  const rows = list.data.data
  const groups = informationGroups
    .filter((group) => rows.some((row) => row.group === group))
    .map((group) => (
      <div key={group}>
        <h3 className={styles.group}>{t(groupTexts[group])}</h3>
        <ul className={styles.kinds} aria-label={t(groupTexts[group])}>
          {rows
            .filter((row) => row.group === group)
            .map((row) => (
              <Kind key={row.id} row={row} />
            ))}
        </ul>
      </div>
    ))
  return <div className={styles.groups}>{groups}</div>
}

function Kind({ row }: { row: ShownInformation }) {
  const t = useT()
  const format = useFormat()
  return (
    <li data-absent={row.available === false || undefined}>
      <span>
        {/* Names that come from the data alone have no translation. */}
        <bdi>{row.group === 'other' ? row.name : t(row.name)}</bdi>{' '}
        {row.is_sensitive && <StatusBadge tone="warn">{t('Sensitive')}</StatusBadge>}
      </span>
      <span className={styles.share}>{row.available ? `${format.number(row.coverage)}%` : t('Not in the data')}</span>
    </li>
  )
}
