import type { BannerSize, bannerSizes } from '#contract/banners/sizes.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

/** Names of the sizes, listed here for the translation catalog. */
export const sizeTexts: Record<(typeof bannerSizes)[BannerSize], Text> = {
  'Medium rectangle': msg('Medium rectangle'),
  'Large rectangle': msg('Large rectangle'),
  Leaderboard: msg('Leaderboard'),
  Billboard: msg('Billboard'),
  'Super leaderboard': msg('Super leaderboard'),
  'Wide skyscraper': msg('Wide skyscraper'),
  Skyscraper: msg('Skyscraper'),
  'Half page': msg('Half page'),
  Portrait: msg('Portrait'),
  'Mobile leaderboard': msg('Mobile leaderboard'),
  'Large mobile banner': msg('Large mobile banner'),
  'Full banner': msg('Full banner'),
  Square: msg('Square'),
  'Small square': msg('Small square'),
}
