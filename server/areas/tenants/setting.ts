import type { AnswerOf } from '#contract/core/operation.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { readSetting, SettingName, SettingNamed, SettingToSave } from '#contract/settings/settings.ts'
import type { FormFields, NewActivity } from '#server/areas/activity/public.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'

/** A company that has settings of its own: a root or an agency. */
export interface SettingsTarget {
  companyId: string
  rootId: string
  /** Null for a root. */
  agencyId: string | null
}

/** Whose settings a call is about, from the path that its reach was measured by. Clients have none of their own. */
export function settingsTarget({ object, caller }: SignedInCall, companyId: string): SettingsTarget {
  const { rootId, agencyId, clientId } = object ?? caller
  if (clientId !== null) throw invalid('companyId', sentences.noSettings)
  return { companyId, rootId, agencyId }
}

/** The value of a setting, for some with additional data. */
type Read<Name extends SettingName> = Omit<AnswerOf<typeof readSetting>, 'result' | 'data'> & {
  data: SettingNamed<Name>
}

export type SettingBody<Name extends SettingName> = Extract<SettingToSave, { settingName: Name }>
/** What is logged about a change. */
export type SettingChange = Pick<NewActivity, 'action' | 'from' | 'to' | 'description'>

/**
 * A setting, registered by the area that owns its rows and found by name by the area `settings`.
 *
 * @typeParam Checked what `check` made of the body, for `save`
 */
export interface Setting<Name extends SettingName, Checked = unknown> {
  /** Read by everybody who signs in, clients too: the page itself needs it. The rest asks for the settings menu. */
  isForEverybody?: true
  /** R148: an account executive reads and saves it for the agencies assigned to them. */
  isForSales?: true
  read(call: SignedInCall, company: SettingsTarget): Promise<Read<Name>>
  /** Of what is saved as one form: what it shows, by the wire's names, and what the log calls a change of it. */
  form?: {
    actions: readonly SettingChange['action'][]
    read(tx: Tx, company: SettingsTarget): Promise<FormFields>
    /** What concurrent saves lock, if not the company. */
    lock?(tx: Tx, company: SettingsTarget): Promise<void>
    /** The fields that a body writes, if it leaves others unchanged. */
    written?(body: SettingBody<Name>): readonly string[]
  }
  /** Slow checks and proof of identity, run before the transaction so that none waits for them. */
  check?(call: SignedInCall, company: SettingsTarget, body: SettingBody<Name>): Promise<Checked>
  save(
    tx: Tx,
    call: SignedInCall,
    company: SettingsTarget,
    body: SettingBody<Name>,
    checked: Checked,
  ): Promise<SettingChange>
}

/** The settings that an area keeps, by name. */
export type SettingsOf<Name extends SettingName> = { [Each in Name]: Setting<Each> }
