import type { SectionProps } from '../../setup/section-props.ts'
import { SiteSection } from '../local/site-section.tsx'
import { CompanySection } from './company-section.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Form sections: the site, and which of its visits count. */
export function B2bSections({ form }: SectionProps) {
  return (
    <>
      <SiteSection form={form} />
      <ProfileSection form={form} />
      <CompanySection form={form} />
    </>
  )
}
