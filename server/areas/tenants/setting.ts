import type { AnswerOf } from '#contract/core/operation.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { readSetting, SettingName, SettingNamed, SettingToSave } from '#contract/settings/settings.ts'
import type { FormFields } from '#server/areas/activity/form-version.ts'
import type { NewActivity } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'

/** A company that has settings: a root or an agency. */
export interface SettingsTarget {
  companyId: string
  rootId: string
  /** Null for a root. */
  agencyId: string | null
}

/** The company whose settings a call is about, from the path that its access was checked by. Clients have none. */
export function settingsTarget({ object, caller }: SignedInCall, companyId: string): SettingsTarget {
  const { rootId, agencyId, clientId } = object ?? caller
  if (clientId !== null) throw invalid('companyId', sentences.noSettings)
  return { companyId, rootId, agencyId }
}

/** The value of a setting, in some cases with additional data. */
type Read<Name extends SettingName> = Omit<AnswerOf<typeof readSetting>, 'result' | 'data'> & {
  data: SettingNamed<Name>
}

export type SettingBody<Name extends SettingName> = Extract<SettingToSave, { settingName: Name }>
/** The log entry of a change. */
export type SettingChange = Pick<NewActivity, 'action' | 'from' | 'to' | 'description'>

/**
 * A setting, registered by the area that owns its rows and found by name by the area `settings`.
 *
 * @typeParam Checked what `check` made of the body, for `save`
 */
export interface Setting<Name extends SettingName, Checked = unknown> {
  /** Read by everybody who signs in, including clients: the page itself needs it. Others require the settings menu. */
  isForEverybody?: true
  /** R148: an account executive reads and saves it for the agencies assigned to them. */
  isForSales?: true
  read(call: SignedInCall, company: SettingsTarget): Promise<Read<Name>>
  /** For settings saved as one form: the form's fields, by the wire's names, and the log's action for a change. */
  form?: {
    actions: readonly SettingChange['action'][]
    read(tx: Tx, company: SettingsTarget): Promise<FormFields>
    /** What concurrent saves lock, if not the company. */
    lock?(tx: Tx, company: SettingsTarget): Promise<void>
    /** The fields that a body writes, if it leaves others unchanged. */
    written?(body: SettingBody<Name>): readonly string[]
  }
  /** Slow checks and proof of identity, which run before the transaction so that they hold no locks. */
  check?(call: SignedInCall, company: SettingsTarget, body: SettingBody<Name>): Promise<Checked>
  save(
    tx: Tx,
    call: SignedInCall,
    company: SettingsTarget,
    body: SettingBody<Name>,
    checked: Checked,
  ): Promise<SettingChange>
}

/** An area's settings, by name. */
export type SettingsOf<Name extends SettingName> = { [Each in Name]: Setting<Each> }
