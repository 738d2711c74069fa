# SPDX-FileCopyrightText: The Tandem contributors
# SPDX-License-Identifier: Apache-2.0
"""The layers test itself must notice each kind of trespass."""
import pathlib
import tempfile
import unittest

from check_layers import check


def problems_of(files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return check((root, root))[1]


A_AND_B = {"a/CMakeLists.txt": "tandem_module(a)", "b/CMakeLists.txt": "tandem_module(b DEPENDS a)"}


class Layers(unittest.TestCase):
    def test_declared_includes_are_fine(self):
        self.assertEqual(problems_of(A_AND_B | {"a/a.h": "#include <vector>", "b/b.cpp": '#include "a/a.h"'}), [])

    def test_undeclared_include_is_found(self):
        self.assertEqual(problems_of(A_AND_B | {"b/b.h": "", "a/a.cpp": '#include "b/b.h"'}),
                         ["a/a.cpp: a may not include b"])

    def test_cycle_is_found(self):
        found = problems_of({"a/CMakeLists.txt": "tandem_module(a DEPENDS b)",
                             "b/CMakeLists.txt": "tandem_module(b DEPENDS a)"})
        self.assertIn("cycle: a -> b -> a", found)

    def test_third_party_header_in_a_shared_header_is_found(self):
        found = problems_of(A_AND_B | {"a/a.h": '#include "a/inner.h"', "a/inner.h": "#include <fmt/format.h>",
                                       "b/b.cpp": '#include "a/a.h"'})
        self.assertEqual(found, ["a/inner.h: fmt/format.h leaks into other modules"])

    def test_third_party_header_in_a_private_header_is_fine(self):
        self.assertEqual(problems_of(A_AND_B | {"a/inner.h": "#include <fmt/format.h>",
                                                "a/a.cpp": '#include "a/inner.h"'}), [])

    def test_third_party_header_that_only_tests_reach_is_fine(self):
        testing = {"a/testing.h": "#include <gtest/gtest.h>"}
        self.assertEqual(problems_of(A_AND_B | testing | {"b/b_test.cpp": '#include "a/testing.h"'}), [])
        self.assertEqual(problems_of(A_AND_B | testing | {"b/test_world.h": '#include "a/testing.h"'}), [])
        self.assertEqual(problems_of(A_AND_B | testing | {"b/b.h": '#include "a/testing.h"'}),
                         ["a/testing.h: gtest/gtest.h leaks into other modules"])

    def test_robots_and_the_simulator_do_not_know_each_other(self):
        modules = {"base/CMakeLists.txt": "tandem_module(base)", "world/CMakeLists.txt": "tandem_module(world DEPENDS base)"}
        on_robot = "autonomy/navigation/CMakeLists.txt"
        self.assertEqual(problems_of(modules | {on_robot: "tandem_module(autonomy_navigation DEPENDS base)"}), [])
        self.assertEqual(problems_of(modules | {on_robot: "tandem_module(autonomy_navigation DEPENDS world)"}),
                         ["autonomy_navigation runs on a robot, where there is no world"])
        self.assertEqual(problems_of({on_robot: "tandem_module(autonomy_navigation)",
                                      "world/CMakeLists.txt": "tandem_module(world DEPENDS autonomy_navigation)"}),
                         ["world may not know autonomy_navigation, which runs on a robot"])

    def test_types_of_one_name_are_found(self):
        def files(first, second):
            return A_AND_B | {"a/a.h": f"namespace tandem {{\n{first}\n}}  // namespace tandem\n",
                              "b/b.h": f"namespace tandem {{\n{second}\n}}  // namespace tandem\n"}
        self.assertEqual(problems_of(files("struct Joint {", "class Joint final : public Thing {")),
                         ["b/b.h: a/a.h has a tandem::Joint, too"])
        self.assertEqual(problems_of(files("struct Joint {", "struct Joint;")), [])
        self.assertEqual(problems_of(files("struct Joint {", "namespace {\nstruct Joint {\n}  // namespace")), [])
        self.assertEqual(problems_of(files("struct Joint {", "namespace msg {\nstruct Joint {\n}  // namespace msg")), [])
        self.assertEqual(problems_of(files("struct Joint {", 'const char* shader = R"(\nstruct Joint {\n)";')), [])

    def test_library_behind_another_door_is_found(self):
        found = problems_of(A_AND_B | {"a/a.cpp": "#include <BulletDynamics/btBulletDynamicsCommon.h>"})
        self.assertEqual(len(found), 1)

    def test_folders_inside_of_folders_are_modules_of_their_own(self):
        files = {"a/CMakeLists.txt": "tandem_module(a)", "p/q/CMakeLists.txt": "tandem_module(p_q DEPENDS a)",
                 "p/r/CMakeLists.txt": "tandem_module(p_r DEPENDS p_q)", "a/a.h": "", "p/q/q.h": '#include "a/a.h"'}
        self.assertEqual(problems_of(files | {"p/r/r.cpp": '#include "p/q/q.h"'}), [])
        self.assertEqual(problems_of(files | {"p/r/r.cpp": '#include "a/a.h"'}),
                         ["p/r/r.cpp: p_r may not include a"])
        self.assertEqual(problems_of(files | {"p/r/r.h": "", "p/q/q.cpp": '#include "p/r/r.h"'}),
                         ["p/q/q.cpp: p_q may not include p_r"])
        self.assertEqual(problems_of(files | {"p/q/q.h": "#include <fmt/format.h>", "p/r/r.cpp": '#include "p/q/q.h"'}),
                         ["p/q/q.h: fmt/format.h leaks into other modules"])

    def test_module_that_is_not_named_after_its_folder_is_found(self):
        self.assertEqual(problems_of({"p/q/CMakeLists.txt": "tandem_module(q)"}),
                         ["p/q: the module's name is q, expected p_q"])

    def test_file_outside_of_all_modules_is_found(self):
        self.assertEqual(problems_of(A_AND_B | {"p/q.cpp": '#include "a/a.h"'}), ["p/q.cpp: belongs to no module"])


if __name__ == "__main__":
    unittest.main()
