import { Textarea } from '@mantine/core'
import { switchUser } from '#contract/sign-in/view-mode.ts'
import { useAction } from '../../../api/hooks.ts'
import { storeViewToken } from '../../../api/tokens.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useServerForm } from '../../../shells/server-form.ts'

const SHORTEST = 5

type ViewAsDialogProps = { user: { id: string; name: string; companyName: string }; onClose: () => void }

/** Asks for a reason, then views the product as another user. Reloads the page, so that no data stays in memory. */
export function ViewAsDialog({ user, onClose }: ViewAsDialogProps) {
  const t = useT()
  const begin = useAction(switchUser, { invalidates: [] })
  const server = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: (text: string) => (text.trim().length >= SHORTEST ? null : t('Enter a reason.')) },
    send: ({ reason }) => begin.mutateAsync({ body: { userId: user.id, reason } }),
    onDone: ({ access_token }) => {
      storeViewToken(access_token)
      location.assign('/')
    },
  })
  const names = { name: isolate(user.name), company: isolate(user.companyName) }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('View as user')}
      description={t(
        'You’ll see {company} as {name} does, for 30 minutes. They get an email with your reason; your changes are logged under both names.',
        names,
      )}
      form={server}
      submitLabel={t('View as user')}
    >
      <div data-wide>
        <Textarea
          data-autofocus
          label={t('Reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          {...server.form.getInputProps('reason')}
        />
      </div>
    </FormDialog>
  )
}
