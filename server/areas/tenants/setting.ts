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

/** What is read of a setting: itself, and for some names a word beside it. */
type Read<Name extends SettingName> = Omit<AnswerOf<typeof readSetting>, 'result' | 'data'> & {
  data: SettingNamed<Name>
}

export type SettingBody<Name extends SettingName> = Extract<SettingToSave, { settingName: Name }>
/** What the log is told of a change. */
export type SettingChange = Pick<NewActivity, 'action' | 'from' | 'to' | 'description'>

/**
 * One name of the settings, kept by the area whose rows it is. The area `settings` finds it by its name.
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
    /** By what its savers take turns, where that is not the company. */
    lock?(tx: Tx, company: SettingsTarget): Promise<void>
    /** Which fields a body writes, where it leaves others as they are. */
    written?(body: SettingBody<Name>): readonly string[]
  }
  /** What takes its time or asks for a proof of identity: before the transaction, so that none waits for it. */
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
