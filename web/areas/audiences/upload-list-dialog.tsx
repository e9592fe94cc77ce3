import { FileInput, TextInput } from '@mantine/core'
import { listAudienceLists, uploadAudienceList } from '#contract/audiences/lists.ts'
import { maxRecords, onlyCsvText } from '#contract/identity/address-files.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ChosenFile } from '../../shells/file-reading.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { SearchSelect } from '../../shells/search-select.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { acceptOf, importRule } from '../../ui/check-file.ts'
import { useClientSearch } from '../../shells/owners/client-search.ts'

type UploadValues = { clientId: string; name: string; endsOn: string; file: File | null }

/** Uploads a list of addresses for a client's audiences, with the date on which it expires. */
export function UploadListDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const server = useUploadForm(me.side === 'client' ? me.companyId : '', onClose)
  const { form } = server
  const clients = useClientSearch(form.values.clientId)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Upload list')}
      description={t('A CSV file with one email address or MD5 hash in each line, at most {count}.', {
        count: format.number(maxRecords),
      })}
      form={server}
      submitLabel={t('Upload list')}
    >
      {me.side === 'agency' && (
        <SearchSelect
          {...form.getInputProps('clientId')}
          {...clients}
          data-autofocus
          openOnFocus={false}
          wrapperProps={{ 'data-wide': true }}
          label={t('Client')}
          withAsterisk
          placeholder={t('Search clients')}
          onChoose={(value) => form.setFieldValue('clientId', value ?? '')}
        />
      )}
      <TextInput
        data-autofocus
        label={t('Name')}
        withAsterisk
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        type="date"
        label={t('Last day')}
        description={t('After this day the list is deleted. Leave blank for no end.')}
        {...form.getInputProps('endsOn')}
      />
      <FileInput
        wrapperProps={{ 'data-wide': true }}
        label={t('CSV file')}
        withAsterisk
        accept={acceptOf(importRule)}
        placeholder={t('Choose a CSV file.')}
        {...form.getInputProps('file')}
      />
      <div data-wide>
        <ChosenFile file={form.values.file} />
      </div>
    </FormDialog>
  )
}

function useUploadForm(clientId: string, onClose: () => void) {
  const t = useT()
  const upload = useAction(uploadAudienceList, { invalidates: [listAudienceLists] })
  return useServerForm<UploadValues, { message: string }>({
    initialValues: { clientId, name: '', endsOn: '', file: null },
    validate: (values) => ({
      ...(values.clientId === '' && { clientId: t('Choose a client.') }),
      ...(values.name.trim() === '' && { name: t('Enter a name.') }),
      ...(!values.file && { file: t('Choose a CSV file.') }),
      ...(values.file && !/\.csv$/i.test(values.file.name) && { file: t(onlyCsvText) }),
    }),
    fieldNames: { companyId: 'clientId', list_name: 'name', ends_on: 'endsOn' },
    send: (values) => {
      const form = new FormData()
      form.append('list_name', values.name.trim())
      form.append('ends_on', values.endsOn)
      form.append('file', values.file!)
      return upload.mutateAsync({ params: { companyId: values.clientId }, form })
    },
    onDone: notifyAndClose(onClose),
  })
}
