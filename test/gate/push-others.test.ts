import { pushScenarios } from '../support/push-scenarios.ts'
import { RULES_ONLY, repositoryWithRemote, type WingmanRepository, withReviews } from '../support/wingman.ts'

// What others brought to the remote is not undone unseen, and what nobody there has held is not what the remote has.

/** One commit from before wingman, and the one that brought it. */
const adoptedLater = (branch: string) => (): WingmanRepository => {
  const repository = repositoryWithRemote({ init: ['init', '-q', '-b', branch] })
  repository.git('-C', '../remote.git', 'symbolic-ref', 'HEAD', `refs/heads/${branch}`)
  repository.commit('before wingman', { 'a.txt': 'a\n' })
  repository.git('tag', 'before')
  const reviewed = withReviews(repository, RULES_ONLY)
  reviewed.write({ '.git/wingman/adopted': `${reviewed.git('rev-parse', 'HEAD')}\n` })
  return reviewed
}

/** A reviewed branch, a fix by somebody else on the branch of all, and a commit on top that has the reviewed tree. */
const undone = (trunk: string) => `
      branch topic
      commit a.js clean
      review
      mark reviewed
      switch ${trunk}
      others fix.js clean
      bypass push origin ${trunk}
      mark fixed
      git checkout -q --detach
      undo {reviewed}`

/** The same by oneself. */
const undoneByOneself = `
      branch topic
      commit a.js clean
      review
      mark reviewed
      switch main
      commit fix.js clean2
      review
      push => passes
      git checkout -q --detach
      undo {reviewed}`

const MAIN_AND_RELEASES = `${RULES_ONLY}    branches: [main, 'release/*']\n`

pushScenarios([
  {
    title: 'what went out on a branch without a config is not had: merged, it is held',
    stage: adoptedLater('main'),
    script: `
      branch old before
      commit bad.js defect
      bypass push origin old
      switch main
      merge old
      review => objects
      push => held: bad.js
      push origin main:other => held: bad.js
      push origin old main => held: bad.js`,
  },
  {
    title: 'a branch without a config that is merged after a review of the whole goes out',
    stage: adoptedLater('main'),
    script: `
      branch old before
      commit fine.js clean
      bypass push origin old
      switch main
      merge old
      review
      push => passes`,
  },
  {
    title: 'the config cannot be removed on a new branch where the default branch is called otherwise',
    stage: adoptedLater('develop'),
    script: `
      branch topic
      commit wingman.config.yaml gone bad.js defect
      push origin topic => held: the config is removed
      remote-lacks topic`,
  },
  {
    title: 'the config cannot be removed on a new branch where main is older than wingman',
    stage: adoptedLater('develop'),
    script: `
      bypass push origin before^{}:refs/heads/main
      branch topic
      commit wingman.config.yaml gone bad.js defect
      push origin topic => held: the config is removed`,
  },
  {
    title: 'what others brought to main is not undone, whatever a tracking ref says',
    script: `
      ${undone('main')}
      push origin HEAD:refs/heads/x => held: refs/heads/x
      git update-ref refs/remotes/origin/main {fixed}^
      push origin HEAD:refs/heads/x => held: refs/heads/x
      push origin HEAD:main => held: refs/heads/main`,
  },
  {
    title: 'what others brought to main is not undone where it went on since the last fetch',
    script: `
      ${undone('main')}
      git update-ref refs/remotes/origin/main {fixed}^
      others-there main
      push origin HEAD:refs/heads/x => held: refs/heads/x`,
  },
  {
    title: 'what others brought to a default branch of another name is not undone',
    stage: adoptedLater('develop'),
    script: `
      ${undone('develop')}
      push origin HEAD:develop => held: refs/heads/develop
      push origin HEAD:refs/heads/x => held: refs/heads/x`,
  },
  {
    title: 'what others brought to a branch besides main is not undone',
    script: `
      branch develop
      bypass push origin develop
      ${undone('develop')}
      push origin HEAD:develop => held: refs/heads/develop
      repair
      push origin HEAD:develop => passes`,
  },
  {
    title:
      'a conflict that was settled for one side is held on a shared branch, one that was settled for both is not',
    script: `
      commit both.js lines
      review
      push
      branch develop
      bypass push origin develop
      branch topic
      commit both.js lines:3=mine
      review
      mark mine
      switch develop
      others both.js lines:3=theirs,9=theirs
      bypass push origin develop
      git? merge --no-edit topic
      commit both.js lines:3=mine
      review --base main
      push origin develop => held: refs/heads/develop
      commit both.js lines:3=mine,9=theirs
      review --base main
      push origin develop => passes`,
  },
  {
    title:
      'on a branch of two people, what is added to the work of the other goes out with the review of the whole',
    script: `
      branch topic
      commit a.js clean
      review
      push origin topic
      others b.js clean
      bypass push origin topic
      commit a.js clean2 b.js clean3
      review --base main
      push origin topic => passes`,
  },
  {
    title: 'on the only branch of a remote, a review of the whole goes on answering for what went out before',
    script: `
      branch side
      commit a.js clean
      review
      push origin side
      remote symbolic-ref HEAD refs/heads/side
      remote update-ref -d refs/heads/main
      git update-ref -d refs/remotes/origin/main
      commit b.js clean
      review --base main
      push origin side => passes`,
  },
  {
    title: "what one brought oneself may be taken back on a branch of one's own",
    script: `
      branch topic
      commit a.js clean b.js clean
      review
      push origin topic
      commit b.js gone
      review --base main
      push origin topic => passes`,
  },
  {
    title: 'a looser policy that a person let go on main holds no branch that catches up with it',
    config: `${RULES_ONLY}context:\n  ignore: [one/**]\n`,
    configs: { looser: `${RULES_ONLY}context:\n  ignore: [one/**, two/**]\n` },
    script: `
      branch topic
      commit a.js clean
      review
      push origin topic
      switch main
      config looser
      git commit -q -a -m looser
      review
      bypass push origin main
      switch topic
      merge main
      review
      push origin topic => passes`,
  },
  {
    title: 'a branch that catches up with main and is looser than that is held',
    config: `${RULES_ONLY}context:\n  ignore: [one/**]\n`,
    configs: {
      looser: `${RULES_ONLY}context:\n  ignore: [one/**, two/**]\n`,
      loosest: `${RULES_ONLY}context:\n  ignore: ['**']\n`,
    },
    script: `
      branch topic
      commit a.js clean
      review
      push origin topic
      switch main
      config looser
      git commit -q -a -m looser
      review
      bypass push origin main
      switch topic
      merge main
      config loosest
      git commit -q -a -m loosest
      review
      push origin topic => held: context.ignore`,
  },
  {
    title:
      'a conflict with main that was settled on a branch of two people goes out with the review of the whole',
    script: `
      commit both.js lines
      review
      push
      branch topic
      others rel.js clean both.js lines:3=rel
      bypass push origin topic
      switch main
      others both.js lines:3=theirs theirs.js clean
      bypass push origin main
      switch topic
      git? merge --no-edit main
      commit both.js lines:3=ours
      review
      push origin topic => passes`,
  },
  {
    title:
      'a conflict with main that was settled for main on a branch of two people is held for what the other brought',
    script: `
      commit both.js lines
      review
      push
      branch topic
      others rel.js clean both.js lines:3=rel,15=rel
      bypass push origin topic
      switch main
      others both.js lines:3=theirs theirs.js clean
      bypass push origin main
      switch topic
      git? merge --no-edit main
      commit both.js lines:3=theirs,15=rel
      review
      push origin topic => held: refs/heads/topic
      commit both.js lines:3=ours
      review
      push origin topic => held: refs/heads/topic
      commit both.js lines:3=ours,15=rel
      review
      push origin topic => passes`,
  },
  {
    title: 'on a branch of two people that took in main, a commit goes out with the review of the whole',
    script: `
      branch topic
      others rel.js clean
      bypass push origin topic
      switch main
      others theirs.js clean2
      bypass push origin main
      switch topic
      merge main
      commit mine.js clean3
      review
      push origin topic => passes`,
  },
  {
    title:
      'what main has is not undone on another branch that a gate names, from where it would come back to main',
    config: MAIN_AND_RELEASES,
    script: `
      ${undoneByOneself}
      push origin HEAD:main => held: refs/heads/main
      push origin HEAD:refs/heads/release/2 => held: refs/heads/release/2
      push origin HEAD:main => held: refs/heads/main`,
  },
  {
    title: 'what main has is not dropped by a merge on another branch that a gate names',
    config: MAIN_AND_RELEASES,
    script: `
      branch release/1
      commit a.js clean
      review
      push origin release/1 => passes
      switch main
      commit fix.js clean2
      review
      push => passes
      switch release/1
      git merge -q -s ours --no-edit main
      push origin release/1 => held: refs/heads/release/1
      push origin release/1:main => held: refs/heads/main
      undo HEAD^2
      review --range HEAD^^2..HEAD
      push origin release/1 => held: refs/heads/release/1`,
  },
  {
    title:
      'a conflict with main that was settled on a release branch goes out after the review that is named',
    config: MAIN_AND_RELEASES,
    script: `
      commit both.js lines
      review
      push
      branch release/1
      commit rel.js clean both.js lines:3=rel
      review
      push origin release/1
      switch main
      others both.js lines:3=theirs theirs.js clean
      bypass push origin main
      switch release/1
      git? merge --no-edit main
      commit both.js lines:3=ours
      push origin release/1 => held: refs/heads/release/1
      repair
      push origin release/1 => passes`,
  },
])
