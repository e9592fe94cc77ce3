import type { SettingBody } from '#server/areas/tenants/setting.ts'
import { readPicture } from './read-picture.ts'

export type Pictures = Partial<Record<'logo_svg' | 'icon_svg', string | null>>

/** The pictures of a brand in the form its columns store; those that were not sent are omitted. */
export async function readPictures(companyId: string, { logo, icon }: SettingBody<'branding'>): Promise<Pictures> {
  const readOne = async (field: string, text: string | undefined, bounds: Parameters<typeof readPicture>[3]) =>
    text ? readPicture(companyId, field, text, bounds) : text === '' ? null : undefined
  const pictures = {
    logo_svg: await readOne('logo', logo, { width: 480, height: 128 }),
    icon_svg: await readOne('icon', icon, { width: 64, height: 64 }),
  }
  return Object.fromEntries(Object.entries(pictures).filter(([, value]) => value !== undefined))
}
