import type { LeadRow } from '#contract/leads/lead.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, type Translate } from '../../../i18n/texts.tsx'
import { ChooseCell } from '../../../shells/chosen-rows.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import type { LeadSelection } from './use-selection.ts'

/** The checkbox of each lead. */
export const chooseColumn = (selection: LeadSelection, t: Translate): Column<LeadRow> => ({
  key: 'choose',
  header: msg('Select'),
  size: 'tick',
  isPinned: true,
  cell: ({ id, first_name, last_name }) => (
    <ChooseCell
      label={t('Choose {name}', { name: isolate(`${first_name} ${last_name}`.trim()) })}
      isChosen={selection.has(id)}
      isFull={selection.isFull && !selection.ids.has(id)}
      onToggle={() => selection.toggle(id)}
    >
      {null}
    </ChooseCell>
  ),
})
