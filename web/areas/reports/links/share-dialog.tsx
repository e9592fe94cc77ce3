import { Button, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { createReportLink, listReportLinks } from '#contract/reports/links.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import type { useReport } from '../tables/use-report.ts'

const lives_days = [1, 7, 30, 90]

type Made = { url: string; expires_at: string }
type ShareDialogProps = { report: ReturnType<typeof useReport>; onClose: () => void }

/** Creates a link to the report as currently shown; the link is displayed only once. */
export function ShareDialog({ report, onClose }: ShareDialogProps) {
  const t = useT()
  const format = useFormat()
  const [link, setLink] = useState<Made | null>(null)
  const create = useAction(createReportLink, { invalidates: [listReportLinks] })
  const server = useServerForm<{ lives: string; costs: boolean }, { data: Made }>({
    initialValues: { lives: '30', costs: false },
    send: ({ lives, costs }) =>
      create.mutateAsync({
        body: {
          companyId: report.input.params.companyId,
          kind: report.kind,
          clientId: report.clientId,
          moduleType: report.module || 'all',
          start: report.start,
          end: report.end,
          costs,
          expires_in_days: Number(lives),
        },
      }),
    onDone: ({ data }) => setLink(data),
  })
  if (link)
    return (
      <Dialog opened onClose={onClose} title={t('Link created')} size="md">
        <CopyField
          label={t('Link')}
          value={link.url}
          description={t('Copy it now; you won’t see it again. Valid until {when}.', {
            when: isolate(format.dateTime(link.expires_at)),
          })}
        />
        <DialogFooter>
          <Button data-autofocus onClick={onClose}>
            {t('Done')}
          </Button>
        </DialogFooter>
      </Dialog>
    )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Share report')}
      description={t('Anyone with the link sees this report for these days in your brand, without signing in.')}
      form={server}
      submitLabel={t('Create link')}
    >
      <Select
        data-autofocus
        label={t('Expires')}
        data={lives_days.map((days) => ({
          value: String(days),
          label: t('{count, plural, one {After # day} other {After # days}}', { count: days }),
        }))}
        allowDeselect={false}
        {...server.form.getInputProps('lives')}
      />
      <Switch
        data-wide
        label={t('Include wholesale cost and margin')}
        description={t('Only for people in your company: it shows what you pay and keep.')}
        {...server.form.getInputProps('costs', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
