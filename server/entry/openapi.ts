import { describeProduct } from '../describe-product.ts'

process.stdout.write(`${JSON.stringify(describeProduct(), null, 2)}\n`)
