import { writeFileSync } from 'node:fs'
import { dataMapPage, dataMapPath } from '../retention/data-map/describe-data-map.ts'

writeFileSync(dataMapPath, dataMapPage())
