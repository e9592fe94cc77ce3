import { ColorInput, Select, TextInput } from '@mantine/core'
import { fontThemes } from '#contract/branding/fonts.ts'
import { lookKeys, type LookKey, type Looks } from '#contract/branding/colors.ts'
import type { SettingNamed } from '#contract/settings/settings.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { parseHex } from '../../../ui/theme/oklch.ts'
import { BrandPreview } from './brand-preview.tsx'
import { ContrastCheck } from './contrast-check.tsx'
import { Loaded } from '../../../shells/settings/loaded.tsx'
import { RootSwitch } from '../../../shells/settings/root-switch.tsx'
import { PictureField } from './picture-field.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSetting, useSettingForm, type StoredSetting } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

type Branding = SettingNamed<'branding'>

const lookNames: Readonly<Record<LookKey, { label: Text; hint: Text }>> = {
  sidebar_bgcolor: { label: msg('Sidebar'), hint: msg('Behind the menu') },
  text_color: { label: msg('Sidebar text'), hint: msg('Menu items') },
  link_color: { label: msg('Links'), hint: msg('Text links') },
  template_bgcolor: { label: msg('Public pages'), hint: msg('Behind the login and other public pages') },
  box_bgcolor: { label: msg('Login box'), hint: msg('Behind the form of public pages') },
}

export function BrandingSection({ company }: { company: SettingsTarget }) {
  const storedSetting = useSetting(company, 'branding')
  const t = useT()
  const me = useMe()
  return (
    <Loaded of={storedSetting}>
      {(setting) => (
        <div className={styles.form}>
          {me.kind === 'rootSystem' && company.isAgency && (
            <RootSwitch
              company={company}
              title={t('White-label branding')}
              label={t('Sidebar and text in the colors of the agency')}
              checked={setting.is_whitelabeling}
              bodyOf={(isOn) => ({
                companyId: company.companyId,
                settingName: 'whitelabelling',
                is_whitelabeling: isOn,
              })}
            />
          )}
          <BrandingForm company={company} storedSetting={storedSetting} setting={setting} />
        </div>
      )}
    </Loaded>
  )
}

const firstColor = '#3b5bdb'
const colorOrNone = (text: string): string | null =>
  parseHex(text) && text.trim().length === 7 ? text.trim().toLowerCase() : null

type BrandingFormProps = { company: SettingsTarget; storedSetting: StoredSetting<'branding'>; setting: Branding }

const labels = {
  name: msg('Name'),
  font_theme: msg('Font'),
  logo: msg('Logo'),
  icon: msg('Favicon'),
  brand_color: msg('Brand color'),
  ...Object.fromEntries(lookKeys.map((key) => [key, lookNames[key].label])),
}

/** Edits name, logo, favicon, colors and font, with a preview of pages and emails (D1 §3.1). */
function BrandingForm({ company, storedSetting, setting }: BrandingFormProps) {
  const t = useT()
  const { settingName, logo_svg, icon_svg, is_whitelabeling, ...initialValues } = setting
  const server = useSettingForm(company, storedSetting, {
    // `undefined` keeps the stored picture, until another one is uploaded or it is removed.
    initialValues: { ...initialValues, logo: undefined as string | undefined, icon: undefined as string | undefined },
    validate: {
      name: (name: string) => (name.trim() ? null : t('Enter a name')),
      brand_color: (value: string) => (colorOrNone(value) ? null : t('Enter a color as #rrggbb.')),
    },
    labels,
    bodyOf: (values) => ({ settingName, ...values }),
    isInThePage: true,
  })
  const { values, getInputProps, setFieldValue, errors } = server.form
  const looks = Object.fromEntries(lookKeys.map((key) => [key, colorOrNone(values[key])])) as Looks
  const brand = { brand_color: colorOrNone(values.brand_color) ?? firstColor, font: values.font_theme, looks }
  return (
    <div className={styles.form}>
      <SettingForm
        title={t('Branding')}
        about={
          !is_whitelabeling
            ? t('The sidebar and text use your parent company’s colors until white-labeling is turned on.')
            : t('Low-contrast colors are adjusted automatically.')
        }
        server={server}
      >
        <div className={styles.fields}>
          <TextInput label={t('Name')} withAsterisk maxLength={80} {...getInputProps('name')} />
          <Select label={t('Font')} data={[...fontThemes]} {...getInputProps('font_theme')} />
          <PictureField
            label={t('Logo')}
            picture={logo_svg}
            value={values.logo}
            onChange={(logo) => setFieldValue('logo', logo)}
            error={errors['logo']}
          />
          <PictureField
            label={t('Favicon')}
            picture={icon_svg}
            value={values.icon}
            onChange={(icon) => setFieldValue('icon', icon)}
            error={errors['icon']}
          />
          <ColorInput
            label={t('Brand color')}
            description={t('Buttons, active items and charts')}
            withAsterisk
            format="hex"
            eyeDropperButtonProps={{ 'aria-label': t('Pick a color from the screen') }}
            {...getInputProps('brand_color')}
          />
          {lookKeys.map((key) => (
            <ColorInput
              key={key}
              label={t(lookNames[key].label)}
              description={t(lookNames[key].hint)}
              placeholder={t('Follows the brand')}
              format="hex"
              eyeDropperButtonProps={{ 'aria-label': t('Pick a color from the screen') }}
              {...getInputProps(key)}
            />
          ))}
        </div>
        <ContrastCheck brand={brand} />
      </SettingForm>
      <BrandPreview
        name={values.name}
        brand={brand}
        logo={values.logo ?? logo_svg}
        isDrawn={values.logo === undefined}
      />
    </div>
  )
}
