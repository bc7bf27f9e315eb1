import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: '谁来提问',
    text: '“{role}”职位的问题由计算机程序提出。您说话时没有人在听，程序也不会对您作出任何决定。',
  },
  recorded: {
    title: '记录什么',
    text: '您的声音会被录下，并由计算机转成文字。您输入的内容也会保存。没有影像。',
  },
  scored: {
    title: '评分什么',
    text: '计算机根据录音对您的词汇、流利度和口音评分。分数说明您使用本次面试语言的水平，不评判您的知识。',
    none: '不对您的说话方式评分。',
  },
  seen: { title: '谁会收到', text: '{client}会收到以上全部内容，并对其使用负责。' },
  kept: {
    title: '保存多久',
    text: '从面试结束时算起：',
    recording: '录音',
    transcript: '文字',
    scores: '分数',
    untilDeleted: '直到{client}将其删除',
  },
  ask: {
    title: '可以问谁',
    text: '您可以提问，因残障要求其他安排，查看或更正您的数据，要求删除数据，或要求解释某项分数并由人复核。请联系邀请您的人。',
    contact: '联系方式：{contact}',
    privacy: '隐私声明：{url}',
  },
  without: {
    title: '如果您不同意',
    text: '您不必同意。那样不会录下任何内容，也不会在此进行面试；请向邀请您的人要求其他方式。即使同意，您也可以随时结束面试。',
  },
  added: '{client}的补充说明',
  agree: {
    recorded: '我已阅读以上内容，同意被录音。',
    scored: '我已阅读以上内容，同意被录音，并同意由计算机对我的词汇、流利度和口音评分。',
  },
};
