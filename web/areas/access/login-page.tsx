import type { BootBrand } from '#contract/branding/domain.ts'
import { useT } from '../../i18n/texts.tsx'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { DeviceChoices } from './device-choices.tsx'
import { LoginHero } from './login-hero.tsx'
import { LoginForm, type LoginFormProps } from './login-form.tsx'
import styles from './login-page.module.css'

export type LoginPageProps = LoginFormProps & { brand: Pick<BootBrand, 'name' | 'logo_svg'> }

/** Plain elements and a style sheet of its own: the page must be there before any library is (design 9, weight). */
export function LoginPage({ brand, ...form }: LoginPageProps) {
  const t = useT()
  return (
    <div className={styles.root}>
      <main className={styles.side}>
        <div className={styles.form}>
          <div className={styles.brand}>
            <BrandMark name={brand.name} logo_svg={brand.logo_svg} size="lg" />
            <bdi data-brand-name>{brand.name}</bdi>
          </div>
          <h1 className={styles.title}>{t('Welcome back')}</h1>
          <p className={styles.lead}>{t('Sign in to manage your campaigns and leads.')}</p>
          <LoginForm {...form} />
        </div>
        <DeviceChoices />
      </main>
      <LoginHero name={brand.name} />
    </div>
  )
}
