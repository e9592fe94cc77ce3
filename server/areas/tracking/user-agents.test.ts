import { describe, expect, it } from 'vitest'
import { readUserAgent } from './user-agents.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('a user agent', () => {
  it.each([
    ['Chrome', chrome],
    ['Edge', `${chrome} Edg/140.0.0.0`],
    ['Opera', `${chrome} OPR/120.0.0.0`],
    ['Samsung Internet', chrome.replace('Chrome/', 'SamsungBrowser/28.0 Chrome/')],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    [
      'Safari',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ],
    [
      'Chrome',
      'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    ],
    ['Other', 'Mozilla/5.0 (Unknown device)'],
  ])('is %s', (family, header) => {
    expect(readUserAgent(header)).toEqual({ family, isBot: false })
  })

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0)',
    chrome.replace('Chrome/', 'HeadlessChrome/'),
    'curl/8.5.0',
    'python-requests/2.32',
    'Go-http-client/2.0',
    'node-fetch',
    '',
    'x'.repeat(2_000),
  ])('is a bot: %s', (header) => {
    expect(readUserAgent(header)).toEqual({ family: 'Bot', isBot: true })
  })

  it('is a bot when it is missing', () => {
    expect(readUserAgent(undefined).isBot).toBe(true)
  })
})
