// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0

const ALL =
  'empty arena logistics farm pong paint corridor hazard push crowd office slope park lunar';

/** The shipped worlds that tests of the headset go through; TANDEM_VR_WORLDS names some only. */
export const WORLDS = (process.env.TANDEM_VR_WORLDS ?? ALL).split(' ');
