import { about, List, named, Word } from '../../../shared/shapes.ts'

/** Of a record that a role limited to communes sees: what the limit leaves to the caller. */
export const Reach = named('Reach', {
  ...about(
    'What a limit to communes leaves to the caller',
    List(
      Word(['describe', 'govern'], {
        describe: 'change its fields',
        govern: 'decide all else',
      }),
    ),
  ),
  'x-extension': true,
})
