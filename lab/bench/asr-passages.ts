/** Texts of ours, read by flite voices to measure recognisers; they share no sentence with the sample interview. */
export const passages: readonly string[] = [
  `My first job was in a small hotel by the sea. I worked at the front desk in the evening, and I answered the
  telephone. Many guests came from other countries, so I had to speak slowly and to listen with patience. One night the
  computer stopped working and nobody could find the list of rooms. I took a pencil and wrote down every name. It was
  two in the morning when we finished, but every guest had a bed. The owner thanked me, and a month later she asked me
  to train the new staff.`,
  `In my last position I was a project manager for a company that builds bridges. We had nine engineers and a budget of
  four million dollars. The most difficult part was not the concrete or the steel. It was the communication between
  the office and the people outside. I decided to visit the site every Tuesday and to write a short report for
  everyone. After half a year the number of mistakes had fallen, and we opened the bridge three weeks before the
  date in the contract.`,
  `I think that a good teacher has to be curious. When I started, I prepared every lesson to the last minute, and I was
  afraid of questions. Then an older colleague told me that a question is a present. Since that day I leave time at the
  end, and the students surprise me. Last winter a girl asked why the ice is on top of the lake and not below. We spent
  an hour with a bucket and a thermometer, and nobody wanted to go home.`,
  `We sell spare parts for machines, and our customers are mostly farmers. They call when something is broken, and they
  are often angry because the weather will not wait. I learned to let them finish before I speak. Then I repeat the
  problem in my own words, and I tell them exactly when the part will arrive. If I do not know, I say so. In seven
  years I have received only two complaints, and both of those people are still buying from us.`,
];
