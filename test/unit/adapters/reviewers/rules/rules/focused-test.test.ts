import { focusedTest } from '../../../../../../src/adapters/reviewers/rules/rules/focused-test.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const path = 'src/cart.test.ts'
const only = '.only'

describeRule(focusedTest, {
  finds: {
    'it.only': { path, diff: [' describe("cart", () => {', `+  it${only}('adds', () => {})`], at: 2 },
    'describe.only': { path: 'e2e/cart.ts', diff: [`+describe${only}('cart', () => {`], at: 1 },
    'test.serial.only': { path, diff: [`+test.serial${only}('adds', t => {})`], at: 1 },
    'test.only.each': { path, diff: [`+test${only}.each([1])('adds %d', n => {})`], at: 1 },
    fit: { path: 'cart.spec.js', diff: [`+  f${'it'}('adds', () => {})`], at: 1 },
    fdescribe: { path: 'cart.spec.js', diff: [`+f${'describe'}("cart", () => {`], at: 1 },
  },
  passes: {
    'a method called only': { path, diff: [`+expect(filter${only}('a')).toBe(1)`] },
    'the words in a string': { path, diff: [`+const text = "it${only}('adds')"`] },
    'the words in a comment': { path, diff: [`+// it${only}('adds', () => {})`] },
    'a model that is fitted': { path: 'src/model.test.js', diff: ['+  fit(model, data)', '+model.fit("x")'] },
    'a skipped test': { path, diff: ["+it.skip('adds', () => {})"] },
    'the library that offers it': { path: 'src/runner.ts', diff: [`+export const only = test${only}('x')`] },
    'a fixture of a runner': { path: 'test/fixtures/focus.test.ts', diff: [`+it${only}('adds', () => {})`] },
    'a focused test that is taken back': { path, diff: [`-it${only}('adds')`, "+it('adds')"] },
  },
})
