import { Button, Group, TextInput } from '@mantine/core'
import { IconBuildingSkyscraper } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  listCompanyRanges,
  moveCompanyRange,
  removeCompanyRange,
  type CompanyRange,
} from '#contract/identity/company-ranges.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { Bdi } from '../../ui/bdi.tsx'

type Asked = { row: CompanyRange; to: 'move' | 'remove' } | null

/** The IP ranges that B2B ID attributes to companies; wrong ones can be reassigned or removed. */
export function CompanyRanges() {
  const t = useT()
  const [question, setQuestion] = useState<Asked>(null)
  const close = (): void => setQuestion(null)
  return (
    <>
      <ResourceTable
        label={t('Company ranges')}
        operation={listCompanyRanges}
        input={({ page, perPage, search }) => ({ params: { search }, query: { page, perPage } })}
        columns={[
          { key: 'range', header: msg('Address range'), cell: (row) => <Bdi>{row.range}</Bdi> },
          { key: 'domain', header: msg('Company domain'), cell: (row) => <Bdi>{row.company_domain}</Bdi> },
          { key: 'name', header: msg('Company'), cell: (row) => <Bdi>{row.company_name}</Bdi>, hideBelow: 'md' },
          {
            key: 'actions',
            header: msg('Actions'),
            align: 'end',
            cell: (row) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <Button variant="subtle" size="compact-sm" onClick={() => setQuestion({ row, to: 'move' })}>
                  {t('Move')}
                </Button>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  color="red"
                  onClick={() => setQuestion({ row, to: 'remove' })}
                >
                  {t('Remove')}
                </Button>
              </Group>
            ),
          },
        ]}
        rowKey={(row) => row.range}
        searchLabel={msg('Search companies or an IP address')}
        empty={
          <EmptyState
            icon={<IconBuildingSkyscraper size={28} stroke={1.5} />}
            title={t('No company ranges yet')}
            hint={t('Import a file of companies with their address ranges.')}
            action={
              <Button variant="default" component={Link} to="/configuration/data-enrichment">
                {t('Open imports')}
              </Button>
            }
          />
        }
      />
      {question?.to === 'move' && <MoveDialog row={question.row} onClose={close} />}
      {question?.to === 'remove' && (
        <ConfirmAction
          title={t('Remove {name}?', { name: isolate(question.row.range) })}
          confirmLabel={t('Remove range')}
          operation={removeCompanyRange}
          input={{ body: { range: question.row.range } }}
          invalidates={[listCompanyRanges]}
          onClose={close}
        >
          {t('Visits from these addresses no longer count for this company. Existing leads stay.')}
        </ConfirmAction>
      )}
    </>
  )
}

function MoveDialog({ row, onClose }: { row: CompanyRange; onClose: () => void }) {
  const t = useT()
  const move = useAction(moveCompanyRange, { invalidates: [listCompanyRanges] })
  const form = useServerForm({
    initialValues: { company_domain: '' },
    validate: (values) => ({
      company_domain: values.company_domain.trim() === '' ? t('This field is required.') : undefined,
    }),
    send: (values) => move.mutateAsync({ body: { range: row.range, ...values } }),
    onDone: notifyAndClose(onClose),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Move {name}', { name: isolate(row.range) })}
      description={t('New visits from these addresses count for the other company.')}
      form={form}
      submitLabel={t('Move range')}
      size="sm"
    >
      <div data-wide>
        <TextInput
          data-autofocus
          label={t('Company domain')}
          placeholder="example.com"
          withAsterisk
          dir="ltr"
          {...form.form.getInputProps('company_domain')}
        />
      </div>
    </FormDialog>
  )
}
