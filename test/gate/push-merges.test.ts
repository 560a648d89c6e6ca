import { pushScenarios } from '../support/push-scenarios.ts'

// What came from a side that was reviewed or pushed needs no second review; what the merge itself changed does.

/** Two branches that were pushed, and main that has merged them its own way. */
const CROSSED = `
      commit both.js lines
      review
      push
      branch one
      commit x.js clean both.js lines:3=one
      review
      push origin one => passes
      branch two main
      commit y.js clean2 both.js lines:3=two
      review
      push origin two => passes
      switch main
      git merge -q --ff-only one
      git? merge --no-edit two
      commit both.js lines:3=main
      review
      push => passes`

pushScenarios([
  {
    title: 'what was reviewed before the trunk moved on does not undo it unseen',
    script: `
      commit a.js defect
      bypass push
      branch feature
      commit f.js clean
      review
      switch main
      commit a.js clean
      review
      push => passes
      git checkout feature -- .
      git commit -q -m back
      push => held`,
  },
  {
    title: 'a merge that keeps only its own side undoes nothing unseen',
    script: `
      commit a.js defect
      bypass push
      branch feature
      commit f.js clean
      review
      switch main
      commit a.js clean
      review
      push => passes
      switch feature
      git merge -q -s ours main --no-edit
      push origin feature:main => held`,
  },
  {
    title: 'a feature branch that was pushed before goes on by a review of the whole branch',
    script: `
      branch feature
      commit f.js clean
      review
      push -u origin feature => passes
      commit g.js clean
      review
      push => passes`,
  },
  {
    title: 'what another way of merging makes is not what git makes by itself',
    script: `
      commit a.js lines
      bypass push origin main
      branch topic
      commit a.js lines:8=topic
      review
      switch main
      commit a.js lines:10=main
      review
      put .git/info/attributes union
      merge topic
      push => held`,
  },
  {
    title:
      'a merge that keeps only its own side goes out after the review that is named, which shows what went',
    script: `
      branch topic
      commit a.js clean
      review
      push origin topic => passes
      switch main
      commit fix.js clean2
      review
      push => passes
      mark fixed
      switch topic
      git merge -q -s ours --no-edit main
      push origin topic => held: --range {fixed}..
      repair
      push origin topic => passes`,
  },
  {
    title: 'a conflict with main that was settled on a branch goes out after the review that is named',
    script: `
      commit both.js lines
      review
      push
      branch topic
      commit a.js clean both.js lines:3=topic
      review
      push origin topic => passes
      switch main
      others fix.js clean2 both.js lines:3=main
      bypass push origin main
      switch topic
      git? merge --no-edit main
      commit both.js lines:3=both
      commit more.js clean3
      push origin topic => held
      repair
      push origin topic => passes`,
  },
  {
    title:
      'a conflict with main that was settled on a branch of two people goes out after the review that is named',
    script: `
      commit both.js lines
      review
      push
      branch topic
      others a.js clean both.js lines:3=topic
      bypass push origin topic
      switch main
      others fix.js clean2 both.js lines:3=main
      bypass push origin main
      switch topic
      git? merge --no-edit main
      commit both.js lines:3=both
      push origin topic => held: the merge
      repair
      push origin topic => passes`,
  },
  {
    title: 'a merge of two reviewed sides that changed other files goes out',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit b.js clean
      review
      merge topic
      push => passes`,
  },
  {
    title: 'a merge of two reviewed sides that changed the same file goes out',
    script: `
      commit a.js lines
      bypass push origin main
      branch topic
      commit a.js lines:2=topic
      review
      switch main
      commit a.js lines:19=main
      review
      merge topic
      push => passes`,
  },
  {
    title: 'a merge of two reviewed sides that changed the same file close by goes out',
    script: `
      commit a.js lines
      bypass push origin main
      branch topic
      commit a.js lines:8=topic
      review
      switch main
      commit a.js lines:10=main
      review
      merge topic
      push => passes`,
  },
  {
    title: 'a reviewed branch takes in what others pushed, and goes out',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit b.js defect
      bypass push origin main
      switch topic
      merge main
      push origin topic => passes`,
  },
  {
    title: 'a reviewed branch takes in what others pushed to the same file, and goes out',
    script: `
      commit a.js lines
      bypass push origin main
      branch topic
      commit a.js lines:2=topic
      review
      switch main
      commit a.js lines:19=main
      bypass push origin main
      switch topic
      merge main
      push origin topic => passes`,
  },
  {
    title: 'a merge of a side that was pushed on another branch goes out',
    script: `
      branch topic
      commit a.js clean
      bypass push origin topic
      switch main
      commit b.js clean
      review
      merge topic
      push => passes`,
  },
  {
    title: 'a merge is held for an unreviewed side, and that side is named',
    script: `
      branch topic
      commit a.js clean
      mark unseen
      switch main
      commit b.js clean
      review
      merge topic
      push => held: 3 new commits
      repair
      push => passes`,
  },
  {
    title: 'a merge is held for an unreviewed first parent',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit b.js clean
      merge topic
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a merge is held for a side with a finding',
    script: `
      branch topic
      commit bad.js defect
      review => objects
      switch main
      commit b.js clean
      review
      merge topic
      push => held
      remote-has main main~1~1`,
  },
  {
    title: 'a gap deep in a merged side is held',
    script: `
      branch topic
      commit a.js clean
      commit b.js clean
      review --commit HEAD
      switch main
      commit c.js clean
      review
      merge topic
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a merge with something of its own is held',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit b.js clean
      review
      merge --no-commit topic
      commit slipped-in.js defect
      push => held`,
  },
  {
    title: 'a merge that changes a line of a reviewed side is held',
    script: `
      commit a.js lines
      bypass push origin main
      branch topic
      commit a.js lines:2=topic
      review
      switch main
      commit a.js lines:19=main
      review
      merge --no-commit topic
      commit a.js lines:2=topic,10=slipped,19=main
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a merge that drops a reviewed side is not what git would have merged',
    script: `
      branch topic
      commit a.js lines:2=topic b.js clean
      review
      push origin topic => passes
      switch main
      commit a.js lines:2=topic
      review
      merge --no-commit topic
      git rm -q -f b.js
      commit c.js defect
      push => held`,
  },
  {
    title: 'a resolved conflict is held until it was reviewed',
    script: `
      commit a.js clean
      bypass push origin main
      branch topic
      commit a.js clean2
      review
      switch main
      commit a.js clean3
      review
      git? merge -q topic
      commit a.js lines
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a resolved conflict that was reviewed by itself goes out',
    script: `
      commit a.js clean
      bypass push origin main
      branch topic
      commit a.js clean2
      review
      switch main
      commit a.js clean3
      review
      git? merge -q topic
      commit a.js lines
      review --commit HEAD
      push => passes`,
  },
  {
    title: 'conflict markers that were committed are held',
    script: `
      commit a.js clean
      bypass push origin main
      branch topic
      commit a.js clean2
      review
      switch main
      commit a.js clean3
      review
      git? merge -q topic
      commit a.js staged
      push => held`,
  },
  {
    title: 'an octopus of reviewed sides goes out',
    script: `
      branch one
      commit a.js clean
      review
      branch two main
      commit b.js clean
      review
      switch main
      commit c.js clean
      review
      merge one two
      push => passes`,
  },
  {
    title: 'an octopus with an unreviewed arm is held',
    script: `
      branch one
      commit a.js clean
      review
      branch two main
      commit b.js clean
      switch main
      commit c.js clean
      review
      merge one two
      push => held
      repair
      push => passes`,
  },
  {
    title: 'an octopus with something of its own is held',
    script: `
      branch one
      commit a.js clean
      review
      branch two main
      commit b.js clean
      review
      switch main
      merge one two
      amend slipped-in.js defect
      push => held`,
  },
  {
    title: 'branches that merged each other go out when both were reviewed',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit b.js clean
      review
      merge topic
      switch topic
      merge main~1
      commit c.js clean
      review --commit HEAD
      switch main
      commit d.js clean
      review --commit HEAD
      merge topic
      push => passes
      push origin topic => passes`,
  },
  {
    title: 'branches that merged each other are held for one commit that nobody saw',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit b.js clean
      review
      merge topic
      switch topic
      merge main~1
      commit c.js clean
      switch main
      commit d.js clean
      review --commit HEAD
      merge topic
      push => held
      repair
      push => passes`,
  },
  {
    title: 'the message of a merge can be amended',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit b.js clean
      review
      merge topic
      amend -m "in better words"
      push => passes`,
  },
  {
    title: 'a merge with one new side is what that side is',
    script: `
      branch topic
      commit a.js clean
      commit b.js clean
      review
      switch main
      merge topic
      push => passes`,
  },
  {
    title: 'a merge of histories that never met is held for the strange one',
    script: `
      git checkout -q --orphan strange
      git rm -q -r --cached .
      commit s.js clean
      switch -f main
      merge --allow-unrelated-histories strange
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a merge that is reverted undoes what the trunk has, and is looked at',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit b.js clean
      review
      merge topic
      push => passes
      revert -m 1 HEAD
      push => held
      review
      push => passes`,
  },
  {
    title: 'a merge that keeps one side of what main has merged undoes the other nowhere unseen',
    script: `
      ${CROSSED}
      branch one-only one
      git merge -q -s ours --no-edit two
      push origin one-only => held: refs/heads/one-only
      branch two-only two
      git merge -q -s ours --no-edit one
      push origin two-only => held: refs/heads/two-only`,
  },
  {
    title: 'a merge that settles what main has merged too goes out after a review of it',
    script: `
      ${CROSSED}
      branch again one
      git? merge --no-edit two
      commit both.js lines:3=again
      review
      push origin again => passes`,
  },
  {
    title: 'what a way of merging that the settings name makes is not what git makes by itself',
    script: `
      git config merge.default union
      commit a.js lines
      bypass push origin main
      branch topic
      commit a.js lines:3=topic b.js clean
      review
      switch main
      commit a.js lines:3=main
      review
      merge topic
      push => held`,
  },
  {
    title: 'a plain merge goes out, whatever way of merging the settings name',
    script: `
      git config merge.default nobody-has-it
      commit a.js lines
      bypass push origin main
      branch topic
      commit a.js lines:3=topic b.js clean
      review
      switch main
      commit a.js lines:13=main
      review
      git -c merge.default=text merge -q --no-edit topic
      push => passes`,
  },
])
