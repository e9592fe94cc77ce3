import { NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { decidePrivacyRequest, type PrivacyRequestDetail } from '#contract/privacy/requests.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../shells/server-form.ts'
import { requestReads } from './extend-dialog.tsx'

type Person = PrivacyRequestDetail['people'][number]
type Values = Omit<Person, 'person'> & { decision: 'done' | 'refused'; person: string; reason: string }

const fields = [
  { key: 'first_name', label: msg('First name') },
  { key: 'last_name', label: msg('Last name') },
  { key: 'phone', label: msg('Phone number') },
  { key: 'street', label: msg('Street') },
  { key: 'city', label: msg('City') },
  { key: 'state', label: msg('State') },
  { key: 'zip', label: msg('ZIP code') },
] as const

const noPerson: Omit<Person, 'person'> = {
  first_name: '',
  last_name: '',
  phone: '',
  street: '',
  city: '',
  state: '',
  zip: '',
}
const valuesOf = (person: Person | undefined): Omit<Person, 'person'> =>
  Object.fromEntries(fields.map(({ key }) => [key, person?.[key] ?? ''])) as typeof noPerson

/** Accepts a correction and changes the identity data, or refuses it; the same of its appeal. */
export function DecideDialog({ request, onClose }: { request: PrivacyRequestDetail; onClose: () => void }) {
  const t = useT()
  const decide = useAction(decidePrivacyRequest, { invalidates: requestReads })
  const [first] = request.people
  const form = useServerForm<Values, { message: string }>({
    initialValues: { decision: 'done', person: String(first?.person ?? ''), reason: '', ...valuesOf(first) },
    validate: ({ reason }) => ({ reason: reason.trim() === '' ? t('This field is required.') : undefined }),
    send: ({ decision, person, reason, ...changes }) =>
      decide.mutateAsync({
        body: {
          id: request.id,
          decision,
          reason,
          ...(decision === 'done' && person !== '' && { person: Number(person), changes }),
        },
      }),
    onDone: notifyAndClose(onClose),
  })
  const isAppeal = request.stage === 'appealed'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={
        isAppeal
          ? t('Decide the appeal of {number}', { number: isolate(request.number) })
          : t('Answer request {number}', { number: isolate(request.number) })
      }
      description={<bdi>{isAppeal ? request.appeal : request.wish}</bdi>}
      form={form}
      submitLabel={t('Send answer')}
    >
      <div data-wide>
        <SegmentedControl
          fullWidth
          aria-label={t('Decision')}
          data={[
            { value: 'done', label: t('Correct it') },
            { value: 'refused', label: t('Refuse it') },
          ]}
          {...form.form.getInputProps('decision')}
        />
      </div>
      {form.form.values.decision === 'done' && <PersonFields form={form} people={request.people} />}
      <div data-wide>
        <Textarea
          label={t('Answer to the person')}
          description={t('The person reads this, also the reason of a refusal.')}
          withAsterisk
          autosize
          minRows={3}
          maxLength={500}
          dir="auto"
          {...form.form.getInputProps('reason')}
        />
      </div>
    </FormDialog>
  )
}

function PersonFields({ form: { form }, people }: { form: ServerForm<Values>; people: readonly Person[] }) {
  const t = useT()
  if (people.length === 0) return <p data-wide>{t('Nobody in the identity data has this address.')}</p>
  return (
    <>
      {people.length > 1 && (
        <NativeSelect
          data-wide
          label={t('Person')}
          data={people.map((one) => ({ value: String(one.person), label: `${one.first_name} ${one.last_name}` }))}
          value={form.values.person}
          onChange={({ currentTarget: { value } }) =>
            form.setValues({ person: value, ...valuesOf(people.find((one) => String(one.person) === value)) })
          }
        />
      )}
      {fields.map(({ key, label }) => (
        <TextInput key={key} label={t(label)} dir={key === 'phone' ? 'ltr' : 'auto'} {...form.getInputProps(key)} />
      ))}
    </>
  )
}
