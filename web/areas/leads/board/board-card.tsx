import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isSuggested, type LeadRow } from '#contract/leads/lead.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { openInPanel, type RowPanel } from '../../../shells/resource-table/row-panel.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { CreditBadge, LeadPrice } from '../lead-price.tsx'
import { SuggestedNote } from '../suggested-note.tsx'
import { assigneeText } from '../work/assignee-text.ts'
import { DueDay } from '../work/due-day.tsx'
import styles from './board.module.css'

/** Tells a card from anything else that is dragged over the board. */
export const cardType = 'application/x-lead-card'

type BoardCardProps = {
  lead: LeadRow
  panel: RowPanel
  /** Where it can be moved. */
  statuses: readonly LeadStatus[]
  onDrag: (lead: LeadRow) => void
  /** Null for readers who may not change leads. */
  onMove: ((status: string) => void) | null
}

/** A lead on the board: dragged to another column, or moved there from its menu. */
export function BoardCard({ lead, panel, statuses, onDrag, onMove }: BoardCardProps) {
  const t = useT()
  const { base } = useModule()
  const name = `${lead.first_name} ${lead.last_name}`.trim() || t('Unnamed')
  return (
    <li
      className={styles.card}
      data-card={lead.id}
      data-open={panel.openKey === lead.id || undefined}
      draggable={onMove !== null}
      onDragStart={({ dataTransfer }) => {
        // What is dropped elsewhere says nothing of the person.
        dataTransfer.setData(cardType, lead.id)
        dataTransfer.effectAllowed = 'move'
        onDrag(lead)
      }}
    >
      <div className={styles.first}>
        <Link
          to={`${base}/leads/${lead.id}`}
          className={styles.name}
          draggable={false}
          onClick={(event) => openInPanel(event, panel, lead.id)}
        >
          <bdi>{name}</bdi>
        </Link>
        {onMove && <MoveMenu name={name} statuses={statuses} onMove={onMove} />}
      </div>
      <CardFacts lead={lead} />
    </li>
  )
}

function CardFacts({ lead }: { lead: LeadRow }) {
  const t = useT()
  const format = useFormat()
  const { side } = useMe()
  const assignee = assigneeText(lead, t)
  return (
    <>
      <p className={styles.under}>
        <Bdi>{lead.campaignName}</Bdi>
        {side !== 'client' && (
          <>
            {' · '}
            <Bdi>{lead.company_name}</Bdi>
          </>
        )}
      </p>
      {isSuggested(lead.match_key) && (
        <p className={styles.under}>
          <SuggestedNote />
        </p>
      )}
      {(lead.kind === 'test' || lead.credit || lead.value_cents !== null) && (
        <div className={styles.marks}>
          {lead.value_cents !== null && <strong>{format.money(lead.value_cents)}</strong>}
          {lead.kind === 'test' && <StatusBadge tone="info">{t('Test')}</StatusBadge>}
          <CreditBadge lead={lead} />
          {lead.credit && <LeadPrice lead={lead} />}
        </div>
      )}
      {(assignee || lead.next_action) && (
        <div className={styles.marks}>
          {assignee && <Bdi>{assignee}</Bdi>}
          {lead.next_action && (
            <span className={styles.next}>
              <Bdi>{lead.next_action.text}</Bdi> <DueDay action={lead.next_action} />
            </span>
          )}
        </div>
      )}
    </>
  )
}

type MoveMenuProps = { name: string; statuses: readonly LeadStatus[]; onMove: (status: string) => void }

function MoveMenu({ name, statuses, onMove }: MoveMenuProps) {
  const t = useT()
  const label = t('Move {name}', { name: isolate(name) })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label}>
          <IconArrowsExchange size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Move to')}</Menu.Label>
        {statuses.map(({ key, name: status }) => (
          <Menu.Item key={key} onClick={() => onMove(key)}>
            <bdi>{t(status)}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
