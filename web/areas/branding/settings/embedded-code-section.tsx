import { Alert, NumberInput, SegmentedControl, Textarea } from '@mantine/core'
import { embedPlaces, longestCode, tallestFrame_px } from '#contract/branding/embedded-code.ts'
import type { SettingNamed } from '#contract/settings/settings.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useFollowStored, useShownVersion } from '../../../shells/follow-stored.ts'
import { useServerForm } from '../../../shells/server-form.ts'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import { RootSwitch } from '../../../shells/settings/root-switch.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSaved, useSaveSetting, useSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

type Code = SettingNamed<'rootAgencyEmbeddedCode'>

const placeNames: Readonly<Record<(typeof embedPlaces)[number], Text>> = {
  head: msg('Head'),
  body: msg('Body'),
  footer: msg('Footer'),
}

export function EmbeddedCodeSection({ company }: { company: SettingsTarget }) {
  const t = useT()
  const storedSetting = useSetting(company, 'rootAgencyEmbeddedCode')
  const me = useMe()
  return (
    <Loaded of={storedSetting}>
      {(setting) => (
        <div className={styles.form}>
          {me.kind === 'rootSystem' && (
            <RootSwitch
              company={company}
              title={t('Allowed for this agency')}
              label={t('Embedded code may run')}
              checked={!setting.forbidden}
              bodyOf={(isOn) => ({
                companyId: company.companyId,
                settingName: 'embeddedCodeSwitch',
                forbidden: !isOn,
              })}
            />
          )}
          <CodeForm company={company} setting={setting} onReload={storedSetting.reload} />
        </div>
      )}
    </Loaded>
  )
}

const codeLabels = {
  placeEmbedded: msg('Place in the frame'),
  embeddedCode: msg('HTML code'),
  height: msg('Height of the frame in pixels'),
}

/** An agency's custom code (R158), with versions; only its owner or the root may edit it (OQ-62). */
function CodeForm({ company, setting, onReload }: { company: SettingsTarget; setting: Code; onReload: () => void }) {
  const t = useT()
  const { save } = useSaveSetting()
  const confirmSave = useSaved(company, true)
  const { placeEmbedded, embeddedCode, height } = setting
  const shownVersion = useShownVersion(String(setting.version))
  const server = useServerForm({
    initialValues: { placeEmbedded, embeddedCode, height },
    conflict: { onReload, labels: codeLabels },
    send: async (values, overwriting) => {
      const version = Number(shownVersion.of(overwriting))
      const settingName = 'rootAgencyEmbeddedCode'
      const answer = await save({ companyId: company.companyId, settingName, version, ...values })
      shownVersion.keep({ version: String(version + 1) })
      return answer
    },
    onDone: confirmSave,
  })
  const { form } = server
  useFollowStored(form, { placeEmbedded, embeddedCode, height }, { version: String(setting.version), shownVersion })
  return (
    <SettingForm
      title={t('Embedded code')}
      about={t(
        'Your own HTML, such as an analytics script. It runs in an isolated frame for your team and clients, on your own host only.',
      )}
      server={server}
      submitLabel={t('Save a new version')}
    >
      {setting.forbidden && <Alert color="yellow">{t('The platform operator has turned embedded code off.')}</Alert>}
      <LastVersion setting={setting} />
      <div className={styles.fields}>
        <div>
          <SegmentedControl
            aria-label={t('Place in the frame')}
            data={embedPlaces.map((place) => ({ value: place, label: t(placeNames[place]) }))}
            {...form.getInputProps('placeEmbedded')}
          />
        </div>
        <Textarea
          wrapperProps={{ 'data-wide': true }}
          className={styles.code}
          label={t('HTML code')}
          dir="ltr"
          autosize
          minRows={8}
          maxRows={20}
          maxLength={longestCode}
          spellCheck={false}
          {...form.getInputProps('embeddedCode')}
        />
        <NumberInput
          label={t('Height of the frame in pixels')}
          description={t('0 hides the frame; the code still runs. Code in the head is never shown.')}
          min={0}
          max={tallestFrame_px}
          allowDecimal={false}
          {...form.getInputProps('height')}
        />
      </div>
    </SettingForm>
  )
}

function LastVersion({ setting: { version, written_by, written_at } }: { setting: Code }) {
  const t = useT()
  const format = useFormat()
  if (version === 0 || written_at === null) return null
  return (
    <p className={styles.about}>
      {t('Version {version}, written by {name} on {date}.', {
        version,
        name: written_by,
        date: format.dateTime(written_at),
      })}
    </p>
  )
}
