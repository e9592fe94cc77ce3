import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AnswerOf } from '#contract/core/operation.ts'
import { readPicture } from '#contract/people/picture.ts'
import { saveProfile } from '#contract/people/profile.ts'
import { readMe, type UserData } from '#contract/people/user.ts'
import { keyOf, useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useRefreshMe } from '../../../session/refresh-me.ts'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import {
  companyOf,
  companyRules,
  formOf,
  personOf,
  personRules,
  assertEmailAllowed,
  valuesAfterSave,
  type CompanyValues,
  type PersonValues,
} from './profile-form.ts'

type FormOptions = {
  user: UserData
  /** The wizard requires everything that setup needs. */
  isSetUp: boolean
  onSaved: (message: string) => void
}

/** Step 1 of C020. */
export function usePersonForm({ user, isSetUp, onSaved }: FormOptions): ServerForm<PersonValues> {
  const t = useT()
  const client = useQueryClient()
  const refresh = useRefreshMe()
  const save = useAction(saveProfile, { invalidates: [readPicture] })
  const server: ServerForm<PersonValues> = useServerForm<PersonValues, { message: string }>({
    initialValues: personOf(user),
    validate: personRules(t, isSetUp),
    fieldNames: { phone_country_code: 'phone' },
    send: async (values) => {
      const answer = await save.mutateAsync({ form: formOf('1', values) })
      assertEmailAllowed(answer)
      await refresh()
      return answer
    },
    onDone: ({ message }, values) => {
      // A new address is not stored before both mailboxes have confirmed it.
      const person = personOf(client.getQueryData<AnswerOf<typeof readMe>>(keyOf(readMe))?.data ?? user)
      server.form.setValues(valuesAfterSave(server.form.getValues(), values, person))
      server.form.resetDirty(person)
      onSaved(message)
    },
  })
  useFollowAddress(server, user)
  return server
}

/**
 * A link in a mailbox may change the address while the form is open. What was typed stays, but saving it must not ask
 * for the old address again.
 */
function useFollowAddress({ form }: ServerForm<PersonValues>, user: UserData): void {
  const lastUser = useRef(user)
  useEffect(() => {
    const before = lastUser.current
    if (before === user) return
    lastUser.current = user
    if (form.getValues().email === before.email) form.setFieldValue('email', user.email)
    form.resetDirty(personOf(user))
  })
}

/** Step 2 of C020. */
export function useCompanyForm({ user, isSetUp, onSaved }: FormOptions): ServerForm<CompanyValues> {
  const t = useT()
  const refresh = useRefreshMe()
  const save = useAction(saveProfile, { invalidates: [] })
  return useServerForm<CompanyValues, { message: string }>({
    initialValues: companyOf(user),
    validate: companyRules(t, isSetUp),
    fieldNames: { company_phone_country_code: 'company_phone' },
    send: async (values) => {
      const answer = await save.mutateAsync({ form: formOf('2', values) })
      await refresh()
      return answer
    },
    onDone: ({ message }) => onSaved(message),
  })
}
