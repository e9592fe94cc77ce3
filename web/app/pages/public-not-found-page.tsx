import { PlainLink } from '../../areas/sign-in/public-form.tsx'
import { PublicFrame } from '../../areas/sign-in/public-frame.tsx'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'

/** R042 for visitors: no page exists at this URL for anyone. */
export function PublicNotFoundPage() {
  const t = useT()
  return (
    <PublicFrame
      brand={brand()}
      title={t('404 - Page Not Found')}
      lead={t("The page you are looking for doesn't exist or has been moved.")}
      extent="public"
    >
      <PlainLink href="/" strong>
        {t('Go to Homepage')}
      </PlainLink>
    </PublicFrame>
  )
}
