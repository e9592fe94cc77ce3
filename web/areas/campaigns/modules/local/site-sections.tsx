import type { SectionProps } from '../../setup/section-props.ts'
import { AddressesSection } from './addresses-section.tsx'
import { GoalsSection } from './goals-section.tsx'
import { MoreSitesSection } from './more-sites-section.tsx'
import { PagesSection } from './pages-section.tsx'
import { SiteSection } from './site-section.tsx'

/** Form sections: the sites, and which of their visits count. */
export function SiteSections({ form }: SectionProps) {
  return (
    <>
      <SiteSection form={form} />
      <MoreSitesSection form={form} />
      <PagesSection form={form} />
      <GoalsSection form={form} />
      <AddressesSection form={form} />
    </>
  )
}
