import { Checkbox, TextInput } from '@mantine/core'
import type { ListState, SavedListName } from '#contract/views/saved-lists.ts'
import {
  addSavedView,
  changeSavedView,
  listSavedViews,
  maxViewName,
  type SavedView,
} from '#contract/views/saved-views.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormDialog } from '../../form-dialog.tsx'
import { notifyDone } from '../../notify.tsx'
import { useServerForm } from '../../server-form.ts'

type ViewDialogProps = {
  list: SavedListName
  /** The view to rename or share; undefined to save a new one. */
  view: SavedView | undefined
  state: ListState
  onDone: (viewId: string) => void
  onClose: () => void
}

/** The name of a view, and whether colleagues see it. */
export function ViewDialog({ list, view, state, onDone, onClose }: ViewDialogProps) {
  const t = useT()
  const { companyId } = useMe()
  const add = useAction(addSavedView, { invalidates: [listSavedViews] })
  const change = useAction(changeSavedView, { invalidates: [listSavedViews] })
  const params = { companyId, list }
  const server = useServerForm({
    initialValues: { name: view?.name ?? '', is_shared: view?.is_shared ?? false },
    validate: { name: (name: string) => (name.trim() === '' ? t('Enter a name') : null) },
    send: async (values): Promise<{ id: string; message: string }> => {
      if (!view) {
        const { message, data } = await add.mutateAsync({ params, body: { ...values, state: { ...state } } })
        return { id: data.id, message }
      }
      return { id: view.id, ...(await change.mutateAsync({ params: { ...params, id: view.id }, body: values })) }
    },
    onDone: ({ id, message }) => {
      notifyDone(t(message))
      onDone(id)
      onClose()
    },
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="sm"
      title={view ? t('Rename or share') : t('Save as view')}
      description={t('Keeps filters, sort order and columns. What you searched for is not kept.')}
      form={server}
      submitLabel={t('Save view')}
    >
      <TextInput
        data-autofocus
        data-wide
        label={t('Name')}
        withAsterisk
        maxLength={maxViewName}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Checkbox
        data-wide
        label={t('Share with colleagues')}
        description={t('Everybody of your company sees it; only you can change it.')}
        {...form.getInputProps('is_shared', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
