import type { SectionProps } from '../../setup/section-props.ts'
import { SiteSection } from '../local/site-section.tsx'
import { CompanySection } from './company-section.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Where visits come from, and whose count. */
export function B2bSections({ form }: SectionProps) {
  return (
    <>
      <SiteSection form={form} />
      <ProfileSection form={form} />
      <CompanySection form={form} />
    </>
  )
}
