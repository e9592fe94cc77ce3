import { Checkbox, Stack } from '@mantine/core'
import { changeColleague, inviteColleague, listTeam, type Colleague } from '#contract/people/team.ts'
import { teamRights, type TeamRight } from '#contract/people/team-rights.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { PersonFields, personRules } from '../members/person-fields.tsx'
import { rightTexts } from './right-texts.ts'

type Values = { name: string; email: string; rights: TeamRight[] }

/** Invites a colleague, or changes the rights of one. Nobody gives rights that they lack. */
export function ColleagueDialog({ colleague, onClose }: { colleague: Colleague | null; onClose: () => void }) {
  const t = useT()
  const ownRights = useMe().access.team ?? teamRights
  const invite = useAction(inviteColleague, { invalidates: [listTeam] })
  const change = useAction(changeColleague, { invalidates: [listTeam] })
  const server = useServerForm<Values, { message: string }>({
    initialValues: {
      name: colleague?.full_name ?? '',
      email: colleague?.email ?? '',
      rights: colleague?.rights ?? ['work'],
    },
    validate: colleague ? {} : personRules(t),
    fieldNames: { full_name: 'name', email: 'email', rights: 'rights' },
    send: ({ name, email, rights }) =>
      colleague
        ? change.mutateAsync({ params: { id: colleague.id }, body: { rights } })
        : invite.mutateAsync({ body: { full_name: name, email: email.trim(), rights } }),
    onDone: notifyAndClose(onClose),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={colleague ? t('Edit rights') : t('Invite colleague')}
      description={
        colleague ? colleague.full_name : t('We’ll email a link to set a password now. It works for 72 hours.')
      }
      form={server}
      submitLabel={colleague ? t('Save rights') : t('Send invitation')}
    >
      {!colleague && <PersonFields form={server.form} isNew />}
      <Checkbox.Group
        data-wide
        label={t('Rights')}
        description={t('Everybody in your team sees everything that you see.')}
        {...server.form.getInputProps('rights')}
      >
        <Stack gap="sm" mt="xs">
          {teamRights.map((right) => (
            <Checkbox
              key={right}
              value={right}
              label={t(rightTexts[right].name)}
              description={t(rightTexts[right].says)}
              disabled={!ownRights.includes(right)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}
