import sharp from 'sharp'
import type { MailMessage } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { logoId, logoUrl } from './logo-url.ts'

/** Twice the largest displayed size. */
const logoBounds = { width: 440, height: 128, fit: 'inside', withoutEnlargement: true } as const
const maxLogos = 500

/** Drawn logos by their SVG, oldest first. */
const drawnLogos = new Map<string, Promise<Buffer | null>>()

/** Mail programs show no SVG. */
function drawLogo(svg: string): Promise<Buffer | null> {
  const drawnBefore = drawnLogos.get(svg)
  if (drawnBefore) return drawnBefore
  if (drawnLogos.size >= maxLogos) drawnLogos.delete(drawnLogos.keys().next().value!)
  const logo = sharp(Buffer.from(svg), { limitInputPixels: 40_000_000, density: 144 })
    .resize(logoBounds)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
    .catch(() => null)
  drawnLogos.set(svg, logo)
  return logo
}

/** What the sender's brand adds to each mail when it is sent: its logo, and where answers go. */
export async function readLetterhead(
  { appPool }: Pick<Platform, 'appPool'>,
  { rootId, agencyId }: { rootId: string; agencyId: string | null },
  { html }: Pick<MailMessage, 'html'>,
): Promise<Pick<MailMessage, 'replyTo' | 'pictures'>> {
  const { rows } = await appPool.query<{ contact_email: string | null; logo_svg: string | null }>(
    `select contact_email, logo_svg from brand where company_id in ($1, $2) order by (company_id = $1) desc limit 1`,
    [agencyId ?? rootId, rootId],
  )
  const [brand] = rows
  const logo = brand?.logo_svg && html.includes(logoUrl) ? await drawLogo(brand.logo_svg) : null
  return {
    ...(brand?.contact_email && { replyTo: brand.contact_email }),
    ...(logo && { pictures: [{ id: logoId, fileName: 'logo.png', contentType: 'image/png', content: logo }] }),
  }
}
