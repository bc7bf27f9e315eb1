import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: {role} 면접 초대',
    reminder: '{client}: {role} 면접이 아직 남아 있습니다',
    link: '{client}: {role} 면접 새 링크',
  },
  greeting: '{name} 님, 안녕하세요.',
  greetingWithoutName: '안녕하세요.',
  invited: '{client}에서 다음 직무의 면접에 초대합니다: {role}.',
  reminder: '아직 면접을 보지 않으셨습니다. 알림은 이번 한 번뿐입니다.',
  newLink: '새 링크를 보내 드립니다. 이전 링크는 더 이상 사용할 수 없습니다.',
  open: '면접 열기',
  needed:
    '컴퓨터 프로그램이 질문하고 음성으로 답합니다. 최대 {minutes}분이 걸립니다. 조용한 장소, 마이크, 브라우저가 필요합니다. 시작하기 전에 무엇이 녹음되는지 읽고 거절할 수 있습니다.',
  until: '링크 사용 기한: {deadline}.',
  personal: '이 링크는 본인만 사용할 수 있습니다. 다른 사람에게 전달하지 마십시오.',
  ask: '질문이 있거나 장애로 인해 다른 방식이 필요하십니까? 초대한 담당자에게 문의하십시오.',
  contact: '질문이 있거나 장애로 인해 다른 방식이 필요하십니까? 연락처: {contact}',
  calendar: '면접 마감 시각: {role}',
};
