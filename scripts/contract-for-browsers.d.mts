import type { Plugin } from 'vite'

export function contractForBrowsers(): Plugin
