import type { SettingName, SettingToSave } from '#contract/settings/settings.ts'
import { assertFormUnchanged, formVersionOf } from '#server/areas/activity/form-version.ts'
import type { Setting, SettingsTarget } from '#server/areas/tenants/setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** Settings saved as one form have a version; switches, prices and code with its own versions have none. */
export const readVersion = async (
  tx: Tx,
  { platform }: SignedInCall,
  { form }: Setting<SettingName>,
  company: SettingsTarget,
): Promise<string | undefined> => form && formVersionOf(platform, await form.read(tx, company))

/** From here on saves of one company's settings are serialized, and each sees the previous one. */
export async function assertSettingUnchanged(
  tx: Tx,
  { platform }: SignedInCall,
  { form }: Setting<SettingName>,
  company: SettingsTarget,
  body: SettingToSave,
): Promise<void> {
  if (!form) return
  const { companyId: targetId, agencyId, rootId } = company
  if (form.lock) await form.lock(tx, company)
  else await tx.query('select from company where id = $1 for no key update', [targetId])
  const version = 'version' in body && typeof body.version === 'string' ? body.version : undefined
  if (version === undefined) return
  const { actions } = form
  const fields = await form.read(tx, company)
  const writtenFields = form.written?.(body)
  await assertFormUnchanged(tx, platform, version, {
    bookId: agencyId ?? rootId,
    targetId,
    actions,
    fields,
    written: writtenFields,
  })
}
