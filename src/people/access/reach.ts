import { about, List, named, Word } from '../../../shared/shapes.ts'

/** What the caller may do with a record that they see, where their role is limited to communes. */
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
