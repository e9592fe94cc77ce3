import { Checkbox, Radio, Stack } from '@mantine/core'
import { dataScopes, readingScopes, signInScope, type ApiScope } from '#contract/core/api-scopes.ts'
import { createCredential, readCredentials, type KeyMode } from '#contract/developers/credentials.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { useServerForm, type ServerForm } from '../../shells/server-form.ts'
import styles from './developers.module.css'
import type { Shown } from './show-key.tsx'

type Values = { reach: 'read' | 'write' | 'chosen'; scopes: string[]; signIn: boolean }
type CreateKeyProps = { mode: KeyMode; onShown: (shown: Shown) => void; onClose: () => void }

function scopesOf({ reach, scopes, signIn }: Values): ApiScope[] {
  const ofReach = { read: readingScopes, write: dataScopes, chosen: dataScopes.filter((one) => scopes.includes(one)) }
  return [...ofReach[reach], ...(signIn ? [signInScope] : [])]
}

function useKeyForm({ mode, onShown }: CreateKeyProps): ServerForm<Values> {
  const t = useT()
  const me = useMe()
  const create = useAction(createCredential, { invalidates: [readCredentials] })
  return useServerForm<Values, { data: { user: Shown } }>({
    initialValues: { reach: 'read', scopes: [], signIn: false },
    validate: {
      scopes: (_chosen: string[], values: Values) =>
        scopesOf(values).length === 0 ? t('Select at least {n}.', { n: 1 }) : null,
    },
    send: (values) =>
      create.mutateAsync({
        body: { subdomain: location.hostname, email: me.email, mode, scopes: scopesOf(values) },
      }),
    onDone: ({ data }) => onShown(data.user),
  })
}

/** What the new key may do. The server requires a recent proof of identity, sends a notice by email, and logs it. */
export function CreateKey(props: CreateKeyProps) {
  const t = useT()
  const server = useKeyForm(props)
  const { form } = server
  const isLive = props.mode === 'live'
  return (
    <FormDialog
      opened
      onClose={props.onClose}
      title={isLive ? t('Create key') : t('Create test key')}
      description={t('Choose only what the software needs. To change it later, replace the key.')}
      form={server}
      submitLabel={isLive ? t('Create key') : t('Create test key')}
    >
      <Radio.Group data-wide label={t('Access to your data')} {...form.getInputProps('reach')}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="read"
            data-autofocus
            label={t('Read only')}
            description={t('Reads everything, changes nothing.')}
          />
          <Radio value="write" label={t('Read and write')} description={t('Also creates and changes things.')} />
          <Radio value="chosen" label={t('Selected scopes')} />
        </Stack>
      </Radio.Group>
      {form.values.reach === 'chosen' && (
        <Checkbox.Group data-wide label={t('Scopes')} {...form.getInputProps('scopes')}>
          <div className={styles.scopes} dir="ltr">
            {dataScopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} classNames={{ label: styles.secret! }} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {isLive && (
        <Checkbox
          data-wide
          label={t('Single sign-on')}
          description={t(
            'Signs in as any person of the companies below yours. Only for software that you run yourself.',
          )}
          {...form.getInputProps('signIn', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
