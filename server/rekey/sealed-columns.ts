/** A column with sealed values. */
export interface SealedColumn {
  table: string
  column: string
  key: readonly string[]
  /** SQL for what a row's value is bound to, as the area that seals it says. */
  context: string
}

const textOf = (...parts: string[]): string => parts.join(` || `)

/** Every column with sealed values; a test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'server_key',
    column: 'private_sealed',
    key: ['kid'],
    context: textOf(`'server_key.private_sealed.'`, 'kid'),
  },
  { table: 'registration', column: 'data_sealed', key: ['token_hash'], context: `'registration.data_sealed'` },
  {
    table: 'session',
    column: 'successor_sealed',
    key: ['id'],
    context: textOf(`'session.successor_sealed.'`, 'id'),
  },
  {
    table: 'second_factor',
    column: 'secret_sealed',
    key: ['user_id'],
    context: textOf(`'second_factor.secret_sealed.'`, 'user_id'),
  },
  {
    table: 'mail_server',
    column: 'password_sealed',
    key: ['company_id'],
    context: textOf(`'mail_server.password_sealed|'`, 'company_id'),
  },
  {
    table: 'mail_domain',
    column: 'private_key_sealed',
    key: ['agency_id'],
    context: textOf(`'mail_domain.private_key_sealed|'`, 'agency_id'),
  },
  {
    table: 'developer_credential',
    column: 'secret_sealed',
    key: ['id'],
    context: textOf(`'developer_credential.secret_sealed.'`, 'id', `'.'`, 'company_id'),
  },
  {
    table: 'developer_answer',
    column: 'answer_sealed',
    key: ['agency_id', 'key_hash'],
    context: textOf(`'developer_answer.answer_sealed.'`, 'agency_id', `'.'`, `encode(key_hash, 'hex')`),
  },
  ...(['secret_sealed', 'previous_secret_sealed'] as const).map((column) => ({
    table: 'event_endpoint',
    column,
    key: ['agency_id', 'id'],
    // As a webhook's: both are signed by the same code.
    context: textOf(`'destination|secret_sealed|'`, 'id', `'|'`, 'agency_id'),
  })),
  ...(['secret_sealed', 'callback_sealed'] as const).map((column) => ({
    table: 'destination',
    column,
    key: ['agency_id', 'id'],
    context: textOf(`'destination|${column}|'`, 'id', `'|'`, 'agency_id'),
  })),
  {
    table: 'connection',
    column: 'credential_sealed',
    key: ['agency_id', 'id'],
    context: textOf(`'connection|credential_sealed|'`, 'id', `'|'`, 'agency_id'),
  },
  {
    table: 'take_back',
    column: 'person_sealed',
    key: ['agency_id', 'id'],
    context: textOf(`'take_back|person_sealed|'`, 'id', `'|'`, 'agency_id'),
  },
  {
    table: 'waiting_mail',
    column: 'sealed',
    key: ['agency_id', 'id'],
    context: textOf(`'waiting_mail|sealed|'`, 'id'),
  },
  ...(['wish_sealed', 'appeal_sealed'] as const).map((column) => ({
    table: 'privacy_request',
    column,
    key: ['agency_id', 'id'],
    context: textOf(`'privacy_request|${column}|'`, 'id'),
  })),
  {
    table: 'push_subscription',
    column: 'sealed',
    key: ['agency_id', 'id'],
    context: textOf(`'push_subscription.sealed|'`, 'id'),
  },
]

/** Jobs whose payload has a sealed value, `sealed`, with what it is bound to. */
export const sealedJobs: Readonly<Record<string, string>> = {
  'send-account-mail': 'job.send-account-mail',
  'mail-password-reset': 'job.mail-password-reset',
  'mail-registration': 'job.mail-registration',
  'send-push': 'job.send-push',
}
