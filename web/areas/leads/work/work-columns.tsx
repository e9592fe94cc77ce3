import { Select } from '@mantine/core'
import { id } from '#contract/core/ids.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { longestTag } from '#contract/leads/lead-task.ts'
import { listLeadAssignees, listLeadTags } from '#contract/leads/lead-changes.ts'
import { useCall } from '../../../api/hooks.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import type { Filter, FilterControlProps } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { assigneeText } from './assignee-text.ts'
import { DueDay, useToday } from './due-day.tsx'

/** Who does what next. */
export function AssigneeCell({ lead }: { lead: LeadRow }) {
  const t = useT()
  return <Lines detail={lead.next_action && <DueDay action={lead.next_action} />}>{assigneeText(lead, t) || '—'}</Lines>
}

/** Filters by what people do with leads, besides the status. */
export const workFilters: readonly Filter[] = [
  {
    key: 'tag',
    label: msg('Tags'),
    isRare: true,
    control: TagFilter,
    chosen: ({ value }) => value,
    isValue: (value) => value.length <= longestTag,
  },
  {
    key: 'assignee',
    label: msg('Assignee'),
    isRare: true,
    control: AssigneeFilter,
    chosen: ChosenAssignee,
    isValue: isAssignee,
  },
  {
    key: 'next',
    label: msg('Next action'),
    isRare: true,
    all: msg('All next actions'),
    options: [{ value: 'due', label: msg('Due') }],
  },
]

function TagFilter({ label, className, value, onChange }: FilterControlProps) {
  const t = useT()
  const names = useCall(listLeadTags, { params: { companyId: useMe().companyId, clientId: 'all' } }).data?.data ?? []
  return (
    <Select
      className={className}
      aria-label={label}
      placeholder={t('All tags')}
      data={value === 'all' || names.includes(value) ? names : [value, ...names]}
      value={value === 'all' ? null : value}
      onChange={(next) => onChange(next ?? 'all')}
      searchable
      clearable
    />
  )
}

function isAssignee(value: string): boolean {
  return value === 'me' || value === 'nobody' || id.safeParse(value).success
}

function useAssigneeOptions(): { value: string; label: string }[] {
  const t = useT()
  const me = useMe()
  const people = useCall(listLeadAssignees, { params: { companyId: me.companyId, clientId: 'all' } })
  const others = (people.data?.data ?? []).filter((person) => person.id !== me.id)
  return [
    { value: 'me', label: t('Assigned to me') },
    { value: 'nobody', label: t('Unassigned') },
    ...others.map((person) => ({ value: person.id, label: person.name })),
  ]
}

/** The name of the chosen one, which is not known until people are loaded. */
function ChosenAssignee({ value }: { value: string }) {
  return <bdi>{useAssigneeOptions().find((option) => option.value === value)?.label ?? '…'}</bdi>
}

function AssigneeFilter({ label, className, value, onChange }: FilterControlProps) {
  const t = useT()
  const options = useAssigneeOptions()
  return (
    <Select
      className={className}
      aria-label={label}
      data={[{ value: 'all', label: t('All assignees') }, ...options]}
      value={value}
      onChange={(next) => onChange(next ?? 'all')}
      allowDeselect={false}
    />
  )
}

/** The filters' values as calls take them: "me" and "due" depend on who looks and when. */
export function useWorkFilter(): (values: Readonly<Record<string, string | undefined>>) => {
  assignee: string
  next_action_by: string
  tag: string
} {
  const { id: ownId } = useMe()
  const today = useToday()
  return ({ assignee = 'all', next, tag = 'all' }) => ({
    assignee: assignee === 'me' ? ownId : assignee,
    next_action_by: next === 'due' ? today : 'all',
    tag: tag === 'all' ? '' : tag,
  })
}
